import { Problem, type CatalogEvent, type Wording } from '@host/plugin'
import { everyEvent, nounPattern } from '../shared.ts'

/**
 * Checks that every choice means something in this build. One that the endpoint has already may stay: a plugin that left
 * the build may come back.
 * @throws Problem `invalid_input` naming every wrong choice
 */
export function checkEvents(
  choices: readonly string[],
  catalog: readonly CatalogEvent[],
  kept: readonly string[] = [],
): void {
  const known = new Set([everyEvent, ...kept, ...catalog.flatMap(({ name }) => [name, nounPattern(name)])])
  const errors = choices.flatMap((choice, index) =>
    known.has(choice) ? [] : [{ path: `events.${index}`, message: unknownEvent(choice) }],
  )
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
}

function unknownEvent(choice: string): Wording {
  return { en: `Unknown event "${choice}".`, zh: `没有名为 ${choice} 的事件。` }
}
