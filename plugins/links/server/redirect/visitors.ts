/**
 * Who visits, as far as a limit of visits goes: a person, or a program that looks at a link before or instead of one.
 * Programs that want to be taken for people are.
 */
import { readAgent } from '../clicks/agents/read-agent.ts'
import { counts, type Visitor } from '../clicks/click.ts'

/** Programs that show previews, and call themselves otherwise than robots do. */
const previews =
  /preview|facebookexternalhit|facebot|whatsapp|telegram|slack|discord|skypeuri|linkedin|pinterest|embedly|mastodon|headlesschrome|lighthouse|okhttp/i

/** Whether a visit is one of a person who follows the link now. */
export function isPerson(method: string, header: Visitor['header']): boolean {
  if (!counts(method, header)) return false
  const agent = header('user-agent') ?? ''
  return !isProgram(agent)
}

/** Whether a `User-Agent` is that of a program. */
export function isProgram(agent: string): boolean {
  return agent === '' || previews.test(agent) || readAgent(agent).isRobot
}
