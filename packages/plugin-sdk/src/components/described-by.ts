/** The value of `aria-describedby` for the ids of all that describes a control; undefined for none. */
export function describedBy(...ids: readonly (string | false | undefined)[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined
}
