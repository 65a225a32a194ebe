import { drawings } from './Drawings.tsx'

/** Subject of an illustration. */
export type IllustrationName = keyof typeof drawings

export interface IllustrationProps {
  readonly name: IllustrationName
}

/**
 * A calm drawing beside words that say the same: decoration, and no text of the page.
 * @example <Illustration name="done" />
 * @since 1.0.0
 */
export function Illustration({ name }: IllustrationProps) {
  return (
    <svg
      aria-hidden
      data-illustration={name}
      className="shrink-0 text-subtle"
      width={96}
      height={72}
      viewBox="0 0 96 72"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawings[name]}
    </svg>
  )
}
