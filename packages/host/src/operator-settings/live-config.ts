/** The part of the configuration that changes while the host runs: stored settings, over which the environment wins. */
import { operatorSettingNames, type OperatorSettingName } from '@host/plugin/platform'
import { BootError } from '../support/boot-error.ts'
import { readConfig, type Environment, type HostConfig } from '../config/config.ts'
import type { OperatorTexts } from './operator-names.ts'

/** The values in use. */
export type LiveConfig = Pick<HostConfig, 'rates' | 'corsOrigins' | 'mailSending' | 'metricsToken'>

/** Problems of the values together, each naming its variable, as a start would report them. */
export interface LiveReading {
  readonly config: LiveConfig | undefined
  readonly problems: readonly string[]
}

/** Reads stored settings by the parser of the environment. */
export function readLive(given: Environment, stored: OperatorTexts): LiveReading {
  try {
    const { rates, corsOrigins, mailSending, metricsToken } = readConfig({ ...stored, ...given })
    return { config: { rates, corsOrigins, mailSending, metricsToken }, problems: [] }
  } catch (error) {
    if (error instanceof BootError) return { config: undefined, problems: error.problems }
    throw error
  }
}

/**
 * Reads stored settings of which some may no longer be valid beside the environment; those are left out.
 * @returns the values in use, and the problems of those left out
 */
export function readFitting(given: Environment, stored: OperatorTexts): Required<LiveReading> & { config: LiveConfig } {
  const problems: string[] = []
  let left: OperatorTexts = stored
  for (;;) {
    const { config, problems: found } = readLive(given, left)
    if (config !== undefined) return { config, problems }
    if (Object.keys(left).length === 0) throw new Error('The environment of a running host is not valid.')
    problems.push(...found)
    left = withoutNamed(left, found)
  }
}

/** Leaves out the settings that problems name; else those of mail, which depend on others; else all. */
function withoutNamed(stored: OperatorTexts, problems: readonly string[]): OperatorTexts {
  const isNamed = (name: string): boolean => problems.some((problem) => problem.includes(name))
  const isOfMail = (name: string): boolean => name.startsWith('HOST_SMTP_')
  const names = operatorSettingNames.filter((name) => stored[name] !== undefined)
  const wrong = [names.filter(isNamed), names.filter(isOfMail), names].find((some) => some.length > 0) ?? names
  const kept = names.filter((name) => !wrong.includes(name))
  return Object.fromEntries(kept.map((name) => [name, stored[name]])) as OperatorTexts
}

/** The setting that a problem is about. */
export function settingOf(problem: string): OperatorSettingName {
  const named = operatorSettingNames.find((name) => problem.startsWith(`${name}:`))
  // The only other variable is the public address, which mail needs.
  return named ?? 'HOST_SMTP_URL'
}
