import type { R2WCRenderer } from '@r2wc/core'
import { createElement, startTransition, type ComponentType } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { drawnIn, placeOf } from './place.ts'

/** One mounted element. */
export interface Mount<Props> {
  container: HTMLElement
  component: ComponentType<Props>
  props: Props
  root: Root | undefined
  /** Number of the latest render, so that a slow earlier one is dropped. */
  version: number
  isScheduled: boolean
  isOver: boolean
}

/** Hooks of the element. */
export interface RenderHooks {
  /** Prepares a render, such as loading a language; the returned function runs right before it. */
  prepare(container: HTMLElement): Promise<() => void>
  fail(container: HTMLElement, error: unknown): void
  /** Called while what was drawn is still there. */
  unmount(container: HTMLElement): void
}

/**
 * A renderer for r2wc that hydrates existing markup, and renders once for all attributes that change
 * in one task.
 */
export function hydratingRenderer<Props extends object>(
  hooks: RenderHooks,
): R2WCRenderer<Props, Mount<Props>> {
  async function render(mount: Mount<Props>): Promise<void> {
    mount.isScheduled = false
    mount.version += 1
    const { version, container } = mount
    const commit = await hooks.prepare(container)
    if (mount.isOver || version !== mount.version) return
    commit()
    const element = createElement(mount.component, { ...mount.props })
    const place = placeOf(container)
    const drawn = drawnIn(place)
    const onUncaughtError = (error: unknown): void => hooks.fail(container, error)
    if (mount.root) {
      mount.root.render(element)
      return
    }
    // A transition renders in pieces, so that the page stays responsive.
    startTransition(() => {
      if (drawn?.hasChildNodes()) {
        mount.root = hydrateRoot(drawn, element, {
          onUncaughtError,
          // A translator or password manager has changed what was drawn, and React draws it anew.
          onRecoverableError: (error) => console.warn(error), // oxlint-disable-line no-console
        })
      } else {
        mount.root = createRoot(drawn ?? place, { onUncaughtError })
        mount.root.render(element)
      }
    })
  }

  function schedule(mount: Mount<Props>): void {
    if (mount.isScheduled) return
    mount.isScheduled = true
    queueMicrotask(() => {
      render(mount).catch((error: unknown) => hooks.fail(mount.container, error))
    })
  }

  return {
    mount(container, component, props) {
      const mount: Mount<Props> = {
        container,
        component,
        props,
        root: undefined,
        version: 0,
        isScheduled: false,
        isOver: false,
      }
      schedule(mount)
      return mount
    },
    update(mount, props) {
      mount.props = props
      schedule(mount)
    },
    unmount(mount) {
      mount.isOver = true
      hooks.unmount(mount.container)
      if (!mount.root) return
      mount.root.unmount()
      drawnIn(placeOf(mount.container))?.remove()
    },
  }
}
