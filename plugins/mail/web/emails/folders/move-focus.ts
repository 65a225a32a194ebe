import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Lets the arrows, Home and End move the focus from a link to the others of its navigation. */
export function moveFocus(event: KeyboardEvent<HTMLAnchorElement>): void {
  const links = Array.from(event.currentTarget.closest('nav')?.querySelectorAll<HTMLElement>('a[href]') ?? [])
  const at = links.indexOf(event.currentTarget)
  const step = steps[event.key]
  const next =
    event.key === 'Home'
      ? links[0]
      : event.key === 'End'
        ? links.at(-1)
        : step === undefined
          ? undefined
          : links[at + step]
  if (next === undefined || at === -1) return
  event.preventDefault()
  next.focus()
}
