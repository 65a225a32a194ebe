/** The judges of other plugins. */
import { PluginCatalog, type PluginContext } from '@host/plugin'
import { judgePrefix, linkJudge, type JudgedTarget, type LinkJudge, type LinkVerdict } from './judge.ts'
import type { QuarantineReason } from '../../shared.ts'
import type { Tables } from '../models.ts'

type Context = Pick<PluginContext<Tables>, 'lookup' | 'log'>

interface NamedJudge {
  readonly name: string
  readonly judge: LinkJudge
}

/** What all judges say together. */
export interface JointVerdict {
  /** Why the target is refused; undefined for one that is allowed. */
  readonly refusal: QuarantineReason | undefined
  /** Whether every judge has answered. */
  readonly isSure: boolean
}

/** Milliseconds for which an answer is waited for. */
const deadline = 2_000

/** Every judge of the build, whatever features a workspace has on: none switches its judges off. */
export function judgesOf(ctx: Context): readonly NamedJudge[] {
  const plugins = ctx.lookup(PluginCatalog)?.list() ?? []
  return plugins.flatMap(({ provides }) =>
    provides
      .filter((each) => each.startsWith(judgePrefix))
      .flatMap((name) => {
        const judge = ctx.lookup(linkJudge(name.slice(judgePrefix.length)))
        return judge === undefined ? [] : [{ name, judge }]
      }),
  )
}

/** Asks all judges at once. Never rejects. */
export async function askJudges(ctx: Context, target: JudgedTarget): Promise<JointVerdict> {
  const verdicts = await Promise.all(judgesOf(ctx).map((judge) => ask(ctx, judge, target)))
  const refused = verdicts.find((verdict) => verdict?.isAllowed === false)
  return {
    refusal: refused?.isAllowed === false ? refused.reason : undefined,
    isSure: !verdicts.includes(undefined),
  }
}

/** @returns undefined for a judge that failed */
async function ask(
  { log }: Context,
  { name, judge }: NamedJudge,
  target: JudgedTarget,
): Promise<LinkVerdict | undefined> {
  const limit = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new Error(`The judge did not answer within ${deadline} ms.`))
    limit.abort()
  }, deadline)
  try {
    const verdict = await Promise.race([judge.judge(target, { signal: limit.signal }), late.promise])
    if (typeof verdict?.isAllowed !== 'boolean') throw new TypeError('The judge gave no verdict.')
    return verdict
  } catch (error) {
    log.warn('A judge of link targets failed', { judge: name, host: target.host, err: error })
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
