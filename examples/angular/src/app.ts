import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core'
import 'passport-login'
import type { PassportEvents } from 'passport-login'

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <h1>An Angular page</h1>
      <p>
        <button id="language" (click)="lang.set(lang() === 'en' ? 'ja' : 'en')">
          {{ lang() === 'en' ? '日本語' : 'English' }}
        </button>
      </p>
      @if (name() === '') {
        <passport-login
          [aid]="1002"
          [server]="server"
          methods="password"
          [lang]="lang()"
          (passport-success)="welcome($event)"
        ></passport-login>
      }
      <output id="status">{{ name() && 'Signed in as ' + name() + '.' }}</output>
    </main>
  `,
})
export class App {
  readonly server = 'http://localhost:4321'
  readonly lang = signal<'en' | 'ja'>('en')
  readonly name = signal('')

  welcome(event: CustomEvent<PassportEvents['passport-success']>): void {
    // Without this the element says itself who signed in.
    event.preventDefault()
    this.name.set(event.detail.user.name)
  }
}
