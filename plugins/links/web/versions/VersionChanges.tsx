import { useTranslation } from '@host/plugin-sdk'
import { queryModes, redirectCodes, type LinkVersion } from '../../shared.ts'
import { useRuleText } from '../rules/useRuleText.ts'
import { versionChanges, type VersionChange } from './version-changes.ts'

export interface VersionChangesProps {
  readonly version: LinkVersion
  /** Undefined for the oldest one that is stored: its content is shown. */
  readonly before: LinkVersion | undefined
}

/** The differences of a version from the one before, in sentences. */
export function VersionChanges({ version, before }: VersionChangesProps) {
  const textOf = useChangeText()
  const texts = useFirstTexts(version)
  const lines = before === undefined ? texts : versionChanges(before, version).map(textOf)
  return (
    <ul className="flex flex-col gap-1 text-sm wrap-anywhere">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function useFirstTexts({ url, rules }: LinkVersion): readonly string[] {
  const { t } = useTranslation()
  const ruleText = useRuleText()
  const first = t('links.history.first', { url })
  return [
    first,
    ...rules.map((rule, place) => t('links.history.hasRule', { number: place + 1, rule: ruleText.rule(rule) })),
  ]
}

function useChangeText(): (change: VersionChange) => string {
  const { t } = useTranslation()
  const ruleText = useRuleText()
  const modeOf = (mode: string) => t(`links.query.${queryModes.find((each) => each === mode) ?? 'ignore'}`)
  const codeOf = (code: string) => t(`links.redirect.${redirectCodes.find((each) => String(each) === code) ?? 302}`)
  return (change) => {
    const { kind } = change
    if (kind === 'url') return t('links.history.url', { before: change.before, after: change.after })
    if (kind === 'query') {
      return t('links.history.query', { before: modeOf(change.before), after: modeOf(change.after) })
    }
    if (kind === 'redirect') {
      return t('links.history.redirect', { before: codeOf(change.before), after: codeOf(change.after) })
    }
    if (kind === 'rulesMoved') return t('links.history.rulesMoved')
    const given = { number: change.place + 1, rule: ruleText.rule(change.rule) }
    if (kind !== 'ruleChanged') return t(`links.history.${kind}`, given)
    return t('links.history.ruleChanged', { ...given, before: ruleText.rule(change.before) })
  }
}
