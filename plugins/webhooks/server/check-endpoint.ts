import { Problem, type CatalogueEvent, type Wording } from '@host/plugin'
import { judge, SafeHttpError, type OutboundPolicy } from '@host/plugin/safehttp'
import { everyEvent, nounPattern } from '../shared.ts'

/**
 * Judges an address when it is written down; each request judges it again. A name that nobody knows yet is fine.
 * @throws Problem `destination_not_allowed` at the field `url`
 */
export async function checkUrl(url: string, outbound: OutboundPolicy | undefined): Promise<void> {
  const admission = await judge(url, outbound).catch((error: unknown) => {
    if (!(error instanceof SafeHttpError)) throw error
    if (error.reason === 'name_not_found' || error.reason === 'timeout') return 'unknown' as const
    throw refused(error.options.detail ?? unsafe)
  })
  if (admission !== 'opened' && !/^https:/i.test(url)) throw refused(unencrypted)
}

/**
 * Checks that every choice means something in this build. One that the endpoint has already may stay: a plugin that left
 * the build may come back.
 * @throws Problem `invalid_input` naming every wrong choice
 */
export function checkEvents(
  choices: readonly string[],
  catalogue: readonly CatalogueEvent[],
  kept: readonly string[] = [],
): void {
  const known = new Set([everyEvent, ...kept, ...catalogue.flatMap(({ name }) => [name, nounPattern(name)])])
  const errors = choices.flatMap((choice, index) =>
    known.has(choice) ? [] : [{ path: `events.${index}`, message: unknownEvent(choice) }],
  )
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
}

function refused(message: Wording): Problem {
  return new Problem('destination_not_allowed', { detail: message, errors: [{ path: 'url', message }] })
}

const unsafe = { en: 'Destination not allowed.', zh: '不允许访问该目标地址。' }
const unencrypted = { en: 'Give an address that begins with https://.', zh: '请填写以 https:// 开头的地址。' }

function unknownEvent(choice: string): Wording {
  return { en: `There is no event "${choice}".`, zh: `没有名为 ${choice} 的事件。` }
}
