/** Stands for every event. */
export const everyEvent = '*'

/**
 * Whether one of the chosen patterns means an event: its name, `note.*` for all of a noun, or `*` for all.
 * @example isChosen(['note.*'], 'note.created')
 */
export function isChosen(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => pattern === everyEvent || pattern === name || pattern === nounPattern(name))
}

/** The pattern that means all events of the noun of one: `note.*` of `note.created`. */
export function nounPattern(name: string): string {
  return `${nounOf(name)}.*`
}

/** The noun of an event: `note` of `note.created`. */
export function nounOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.'))
}
