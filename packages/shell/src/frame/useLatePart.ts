import { useEffect, useState, type ComponentType } from 'react'

/** A part in a chunk of its own, for what stands on a page that must not be lost with it. */
export interface LatePart<Props> {
  /** Undefined until it is there. */
  readonly Part: ComponentType<Props> | undefined
  /** Why it did not arrive; null while there is nothing to say. */
  readonly error: unknown
  /** Asks for it again. */
  readonly retry: () => void
}

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>
type State<Props> = Pick<LatePart<Props>, 'Part' | 'error'>

/**
 * Fetches a part as soon as the caller is shown. One that is lost leaves what is around it as it is, where `lazy` would
 * take it down. `load` is the same function for good.
 */
export function useLatePart<Props>(load: Load<Props>): LatePart<Props> {
  const [state, setState] = useState<State<Props>>({ Part: undefined, error: null })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isWanted = true
    const show = (found: State<Props>) => isWanted && setState(found)
    load().then(
      ({ default: Part }) => show({ Part, error: null }),
      (error: unknown) => show({ Part: undefined, error }),
    )
    return () => {
      isWanted = false
    }
  }, [load, tries])
  function retry() {
    setState({ Part: undefined, error: null })
    setTries(tries + 1)
  }
  return { ...state, retry }
}
