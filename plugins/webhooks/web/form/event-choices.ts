import { everyEvent, nounOf, nounPattern } from '../../shared.ts'

/** Selects all events, including future ones, or none. */
export function withEverything(isChosen: boolean): string[] {
  return isChosen ? [everyEvent] : []
}

/** Chooses all events of a noun, also those that come later, or none of them. @param name one of its events */
export function withNoun(choices: readonly string[], name: string, isChosen: boolean): string[] {
  const others = choices.filter((choice) => nounOf(choice) !== nounOf(name))
  return isChosen ? [...others, nounPattern(name)] : others
}

/** Chooses an event, or not. */
export function withEvent(choices: readonly string[], name: string, isChosen: boolean): string[] {
  const others = choices.filter((choice) => choice !== name)
  return isChosen ? [...others, name] : others
}
