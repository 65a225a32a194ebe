import { useEffect, useRef, type RefObject } from 'react'

/** Moves the focus to the first wrong field of a form whenever the server has refused it. */
export function useFocusOnWrong<Form extends HTMLElement>(error: unknown): RefObject<Form | null> {
  const form = useRef<Form>(null)
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])
  return form
}
