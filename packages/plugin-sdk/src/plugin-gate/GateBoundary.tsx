import { Component, type ReactNode } from 'react'
import { reportRenderError } from '../session/follow-development.ts'

/** Props of `GateBoundary`. */
export interface GateBoundaryProps {
  /** Rendered in place of children that threw. */
  readonly fallback: (error: unknown, retry: () => void) => ReactNode
  /** Another value gives the children a new start. */
  readonly resetKey: string
  readonly children: ReactNode
}

interface State {
  readonly failure: { readonly error: unknown } | undefined
  readonly resetKey: string
}

/** Catches errors that its children throw while rendering. */
export class GateBoundary extends Component<GateBoundaryProps, State> {
  override state: State = { failure: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ resetKey }: GateBoundaryProps, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { failure: undefined, resetKey }
  }

  override componentDidCatch(error: unknown): void {
    reportRenderError(error)
  }

  readonly #retry = (): void => this.setState({ failure: undefined })

  override render(): ReactNode {
    const { failure } = this.state
    return failure === undefined ? this.props.children : this.props.fallback(failure.error, this.#retry)
  }
}
