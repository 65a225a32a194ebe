/**
 * A spinner for short waits.
 * @example {isSearching && <Spinner />}
 * @since 1.0.0
 */
export function Spinner() {
  return (
    <svg aria-hidden className="size-4 shrink-0 animate-spin" viewBox="0 0 16 16" fill="none" strokeWidth="2">
      <circle cx="8" cy="8" r="6.5" stroke="currentColor" opacity="0.25" />
      <path d="M8 1.5a6.5 6.5 0 0 1 6.5 6.5" stroke="currentColor" strokeLinecap="round" />
    </svg>
  )
}
