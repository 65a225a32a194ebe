/**
 * Settings of the operator that need no restart.
 *
 *   save ── valid beside the environment? ── store + audit entry ── publish ──► every process reads them again
 */
import { isDeepStrictEqual } from 'node:util'
import { Problem, type FieldProblem, type Log } from '@host/plugin'
import {
  operatorSettingNames,
  settingsMask,
  type OperatorSetting,
  type OperatorSettingChanges,
  type OperatorSettingName,
  type OperatorSettingsService,
} from '@host/plugin/platform'
import { secretMark } from '../audit/hide-secrets.ts'
import type { Bus } from '../database/bus/bus.ts'
import type { Environment } from '../config/config.ts'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import type { SilentChange } from '../domain-changes/domain-change.ts'
import type { SectionSecrets } from '../settings/section-secrets.ts'
import { RowFollower } from '../settings/row-follower.ts'
import { placeOf } from '../settings/settings-place.ts'
import type { CurrentSection } from '../settings/settings-store.ts'
import { untilReplaced, type ReplaceableRows, type Replacement } from '../settings/until-replaced.ts'
import { readFitting, readLive, settingOf, type LiveConfig } from './live-config.ts'
import { defaultOf, isSecretSetting, settingsAmong, type OperatorTexts } from './operator-names.ts'
import { tooLow } from './too-low.ts'
import { expectedForm } from './expected-form.ts'

/** Dependencies of the settings. */
export interface OperatorSettingsOptions {
  readonly given: Environment
  readonly store: ReplaceableRows
  readonly secrets: Pick<SectionSecrets, 'seal' | 'tryOpen'>
  readonly recorder: ChangeRecorder<SilentChange>
  readonly bus: Bus
  readonly log: Log
  apply(config: LiveConfig): Promise<void>
}

const place = placeOf('host', { kind: 'instance' })

/** Stored texts, with the row that they were read from. */
interface Stored {
  readonly texts: OperatorTexts
  readonly sealed: Readonly<Record<string, string>>
}

export class OperatorSettings implements OperatorSettingsService {
  readonly #options: OperatorSettingsOptions
  #applied: OperatorTexts | undefined
  readonly #follower: RowFollower

  constructor(options: OperatorSettingsOptions) {
    const { bus, log } = options
    this.#options = options
    this.#follower = new RowFollower({ bus, topic: 'operator-settings', log, read: () => this.#applyStored() })
  }

  async list(): Promise<readonly OperatorSetting[]> {
    const { texts } = await this.#stored()
    return operatorSettingNames.map((name) => this.#shown(name, texts))
  }

  async save(changes: OperatorSettingChanges): Promise<readonly OperatorSetting[]> {
    await untilReplaced(this.#options.store, place, (current) => this.#change(current, changes))
    await this.#follower.changed()
    return await this.list()
  }

  /** Applies the stored settings, and keeps them current. @returns a function that stops it */
  async start(): Promise<() => Promise<void>> {
    return await this.#follower.start()
  }

  async #applyStored(): Promise<void> {
    const { texts } = await this.#stored()
    if (isDeepStrictEqual(texts, this.#applied)) return
    const { config, problems } = readFitting(this.#options.given, texts)
    for (const problem of problems) this.#options.log.warn(`A setting of the console is not used. ${problem}`)
    await this.#options.apply(config)
    this.#applied = texts
  }

  /** @returns undefined when nothing changes */
  async #change(current: CurrentSection, changes: OperatorSettingChanges): Promise<Replacement | undefined> {
    const { recorder } = this.#options
    const before = await this.#opened(current)
    const after = withChanges(before.texts, changes)
    this.#check(changes, before.texts, after)
    const isForgotten = (name: OperatorSettingName) => changes[name] === null && before.sealed[name] !== undefined
    const changed = operatorSettingNames.filter((name) => before.texts[name] !== after[name] || isForgotten(name))
    if (changed.length === 0) return undefined
    return {
      next: await this.#sealed(after, before, changes),
      beside: () =>
        recorder.record({
          kind: 'settings.changed',
          orgId: undefined,
          plugin: undefined,
          before: recordedValues(changed, before.texts),
          after: recordedValues(changed, after),
        }),
    }
  }

  /** What was wrong before stays for its own form. @throws Problem `invalid_input` naming every wrong field */
  #check(changes: OperatorSettingChanges, before: OperatorTexts, after: OperatorTexts): void {
    const { given } = this.#options
    const changed = operatorSettingNames.filter((name) => !isKept(name, changes[name]))
    const errors: FieldProblem[] = changed.flatMap((name) => (given[name] === undefined ? [] : [setElsewhere(name)]))
    errors.push(...changed.flatMap((name) => tooLow(name, after[name])))
    const known = new Set(readLive(given, before).problems)
    const isNew = (problem: string): boolean => !known.has(problem) || changed.includes(settingOf(problem))
    const { problems } = readLive(given, after)
    errors.push(...problems.filter(isNew).map((problem) => wrongValue(settingOf(problem), problem)))
    if (errors.length > 0) throw new Problem('invalid_input', { errors })
  }

  async #stored(): Promise<Stored> {
    return await this.#opened(await this.#options.store.read(place))
  }

  async #opened({ plain, sealed }: CurrentSection): Promise<Stored> {
    const opened = await Promise.all(
      Object.entries(sealed).map(async ([name, text]) => [
        name,
        await this.#options.secrets.tryOpen(place, name, text),
      ]),
    )
    return { texts: settingsAmong({ ...plain, ...(Object.fromEntries(opened) as object) }), sealed }
  }

  /** A secret that stays the same stays as it was sealed, also one that the present keys don't open. */
  async #sealed(after: OperatorTexts, before: Stored, changes: OperatorSettingChanges) {
    const plain: Record<string, string> = {}
    const sealed: Record<string, string> = {}
    for (const name of operatorSettingNames) {
      const text = after[name]
      const isUntouched = isKept(name, changes[name])
      const isSame = text !== undefined && before.texts[name] === text
      const kept = isUntouched || isSame ? before.sealed[name] : undefined
      if (kept !== undefined) sealed[name] = kept
      else if (text !== undefined && isSecretSetting(name)) {
        sealed[name] = await this.#options.secrets.seal(place, name, text)
      } else if (text !== undefined) plain[name] = text
    }
    return { plain, sealed }
  }

  #shown(name: OperatorSettingName, stored: OperatorTexts): OperatorSetting {
    const { given } = this.#options
    const text = given[name] ?? stored[name]
    const source = given[name] !== undefined ? 'environment' : text === undefined ? 'default' : 'stored'
    const isSecret = isSecretSetting(name)
    const value = isSecret && text !== undefined ? settingsMask : (text ?? defaultOf(name))
    return Object.freeze({ name, value, default: defaultOf(name), source, isSecret })
  }
}

/** An empty text, and null, take a setting away. */
function withChanges(before: OperatorTexts, changes: OperatorSettingChanges): OperatorTexts {
  const pairs = operatorSettingNames.map((name) => {
    const change = changes[name]
    return [name, isKept(name, change) ? before[name] : (change?.trim() ?? '')] as const
  })
  return settingsAmong(Object.fromEntries(pairs))
}

/** The mask keeps a secret; elsewhere it is a text like any other. */
function isKept(name: OperatorSettingName, change: string | null | undefined): boolean {
  return change === undefined || (change === settingsMask && isSecretSetting(name))
}

function recordedValues(
  names: readonly OperatorSettingName[],
  texts: OperatorTexts,
): Readonly<Record<string, string | null>> {
  const shown = (name: OperatorSettingName, text: string): string => (isSecretSetting(name) ? secretMark : text)
  return Object.fromEntries(
    names.map((name) => {
      const text = texts[name]
      return [name, text === undefined ? null : shown(name, text)]
    }),
  )
}

function setElsewhere(name: OperatorSettingName): FieldProblem {
  return {
    path: name,
    message: {
      en: `Set by ${name} in the environment. Change it there.`,
      zh: `已由环境变量 ${name} 设置，请在环境中修改。`,
    },
  }
}

function wrongValue(name: OperatorSettingName, problem: string): FieldProblem {
  const sentence = problem.replace(`${name}: `, '')
  const en = sentence.charAt(0).toUpperCase() + sentence.slice(1)
  return { path: name, message: { en, zh: expectedForm(name, problem) } }
}
