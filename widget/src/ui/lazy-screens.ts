import type { ReactNode } from 'react'
import type { View } from '../base/views.ts'
import type { LazyName, LazyProps } from './screen-props.ts'

type LazyScreen<Name extends LazyName> = (props: LazyProps<Name>) => ReactNode

/** Loader of each screen. */
export type ScreenLoaders = { readonly [Name in LazyName]: () => Promise<LazyScreen<Name>> }

let loaders: Partial<ScreenLoaders> = {}
const ready = new Map<string, unknown>()

/** Registers how screens are loaded; an entry knows the screens of every element. */
export function registerScreens(screens: ScreenLoaders): void {
  loaders = screens
}

/** Registers a screen without loading, for server rendering. */
export function provideScreen<Name extends LazyName>(name: Name, screen: LazyScreen<Name>): void {
  ready.set(name, screen)
}

/** Returns the screen of a view if it is loaded. */
export function readyScreen(name: LazyName): LazyScreen<LazyName> | undefined {
  // Each screen is stored under the name of its view.
  return ready.get(name) as LazyScreen<LazyName> | undefined
}

/** Loads the screen of a view. */
export async function loadScreen(name: View['name']): Promise<void> {
  if (name !== 'login' && name !== 'done' && !ready.has(name)) {
    ready.set(name, await loaders[name]?.())
  }
}
