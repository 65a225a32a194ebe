import { useEffect, useState, type ComponentType } from 'react'

/** A component in its own chunk whose failure must not affect the page around it. */
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
 * Fetches a component as soon as the caller is rendered. A failed chunk leaves the surroundings unchanged, where `lazy`
 * would replace them. `load` must be a stable function.
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
