import type { ComponentChild, ComponentChildren } from 'preact'
import { Component, createElement, hydrate, render, unmountComponentAtNode } from 'preact/compat'

/** Options of React's roots that the element uses. */
export interface RootOptions {
  onUncaughtError?: (error: unknown) => void
}

/** The part of React's roots that the element uses. */
export interface Root {
  render(children: ComponentChildren): void
  unmount(): void
}

/** A root that draws into a container. */
export function createRoot(container: HTMLElement, options: RootOptions = {}): Root {
  return {
    render: (children) => render(inBoundary(options, children), container),
    unmount: () => unmountComponentAtNode(container),
  }
}

/** A root that takes over what stands in the container. */
export function hydrateRoot(
  container: HTMLElement,
  children: ComponentChildren,
  options: RootOptions = {},
): Root {
  hydrate(inBoundary(options, children), container)
  return createRoot(container, options)
}

function inBoundary(options: RootOptions, children: ComponentChildren): ComponentChild {
  return createElement(Boundary, { onError: options.onUncaughtError }, children)
}

interface BoundaryProps {
  onError: RootOptions['onUncaughtError']
  children?: ComponentChildren
}

/** Preact's roots tell nobody of an error, so a component around everything does. */
class Boundary extends Component<BoundaryProps, { hasFailed?: boolean }> {
  static override getDerivedStateFromError(): object {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown): void {
    const { onError } = this.props
    if (onError === undefined) throw error
    onError(error)
  }

  override render(): ComponentChildren {
    return this.state.hasFailed === true ? null : this.props.children
  }
}
