import { Component, type ReactNode } from 'react'

interface Props {
  /** Shown instead; `retry` renders the children again. */
  fallback: (retry: () => void) => ReactNode
  children: ReactNode
}

/** Shows the fallback when a component throws. */
export class ErrorBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  /** Reports what React has caught, since telemetry hears only errors that reach the page. */
  override componentDidCatch(error: unknown): void {
    reportError(error)
  }

  override render(): ReactNode {
    const { fallback, children } = this.props
    return this.state.isBroken ? fallback(() => this.setState({ isBroken: false })) : children
  }
}
