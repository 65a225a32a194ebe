/**
 * Who visits, as far as a limit of visits goes: a person, or a program that looks at a link before or instead of one.
 * Programs that want to be taken for people are.
 */
import { readAgent } from '../clicks/agents/read-agent.ts'
import { counts, type Visitor } from '../clicks/click.ts'

/** Programs that show previews. Browsers inside of apps, which name the same services, are people. */
const previews =
  /preview|facebookexternalhit|facebot|twitterbot|cardyb|^whatsapp\/|telegrambot|slackbot|slack-imgproxy|discordbot|skypeuri|linkedinbot|pinterestbot|embedly|mastodon\/|headlesschrome|lighthouse|^okhttp\//i

/** Whether a visit is one of a person who follows the link now. */
export function isPerson(method: string, header: Visitor['header']): boolean {
  if (!counts(method, header)) return false
  const agent = header('user-agent') ?? ''
  return !isPreview(agent) && !readAgent(agent).isRobot
}

/** Whether a `User-Agent` is that of a program which may show previews. */
export function isPreview(agent: string): boolean {
  return agent === '' || showsPreviews(agent)
}

/** Whether a `User-Agent` names a known program which shows previews. */
export function showsPreviews(agent: string): boolean {
  return previews.test(agent)
}

/** Whether a `User-Agent` calls itself a robot: quicker than reading it, and less sure. */
export function saysRobot(agent: string): boolean {
  return isPreview(agent) || /bot\b|bot\/|crawl|spider|curl\/|wget\//i.test(agent)
}
