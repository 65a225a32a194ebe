/** What other plugins need to judge targets of short links, as Safe Browsing and URLhaus do. */
import { serviceToken, type ServiceToken } from '@host/plugin'

/** A target that is judged when a link is created or changed, and every day. */
export interface JudgedTarget {
  readonly url: string
  /** As DNS has it, with A-labels; or an address. */
  readonly host: string
}

/** What a judge says of a target. */
export type LinkVerdict =
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly reason: 'phishing' | 'malware' | 'spam' | 'legal' }

/** Judges targets of all workspaces. */
export interface LinkJudge {
  /**
   * Answers within 2 s. A throw, or no answer, is logged; the link is allowed then, and judged again within minutes.
   * The same target may be judged again at any time, so keep answers where asking is expensive.
   */
  judge(target: JudgedTarget, options: { readonly signal: AbortSignal }): Promise<LinkVerdict>
}

/**
 * The service of a judge. All judges of a build are asked; one that refuses a target decides.
 * @param name lower-case letters, digits and hyphens; unique in the build
 * @example ctx.provide(linkJudge('safe-browsing'), { judge: (target, { signal }) => look(target.url, signal) })
 */
export function linkJudge<const Name extends string>(name: Name): ServiceToken<LinkJudge> {
  return serviceToken<LinkJudge>(`${judgePrefix}${name}`)
}

/** How the names of these services begin. */
export const judgePrefix = 'links.judge.'
