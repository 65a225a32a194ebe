import { useState } from 'react'

/** Something that is tried, and how it is doing. */
export interface Attempt<Input extends readonly unknown[]> {
  /** Tries it; a press meanwhile does nothing. */
  readonly attempt: (...input: Input) => void
  readonly isBusy: boolean
  /** Why the last try failed; null while there is nothing to say. */
  readonly error: unknown
  readonly reset: () => void
}

interface State {
  readonly isBusy: boolean
  readonly error: unknown
}

const atRest: State = { isBusy: false, error: null }

/** Runs a form's request, one at a time. Its result is discarded with the page: credentials are never stored. */
export function useAttempt<Input extends readonly unknown[]>(run: (...input: Input) => Promise<void>): Attempt<Input> {
  const [state, setState] = useState(atRest)
  async function start(...input: Input): Promise<void> {
    setState({ isBusy: true, error: null })
    try {
      await run(...input)
      setState(atRest)
    } catch (error) {
      setState({ isBusy: false, error })
    }
  }
  return {
    ...state,
    attempt: (...input) => void (state.isBusy || start(...input)),
    reset: () => setState(atRest),
  }
}
