import { useState } from 'react'
import {
  Button,
  EmptyState,
  ErrorNote,
  HelpLink,
  SaveBar,
  Skeleton,
  useMutation,
  useQuery,
  useToast,
  useTranslation,
  useUnsavedGuard,
} from '@host/plugin-sdk'
import { changeRules, linkLimits, readRules, type Link, type LinkRule } from '../../shared.ts'
import { movedRule, newRule } from './rule-edits.ts'
import { RuleCard } from './RuleCard.tsx'
import { TryRules } from './TryRules.tsx'

/** Edits the rules of a link, and tries them before they are saved. */
export function LinkRules({ link }: { readonly link: Link }) {
  const { data } = useQuery(readRules, { id: link.id })
  if (data === undefined) return <Skeleton className="h-64 w-full" />
  return <RulesEditor key={JSON.stringify(data.rules)} link={link} saved={data.rules} />
}

interface RulesEditorProps {
  readonly link: Link
  readonly saved: readonly LinkRule[]
}

function RulesEditor({ link, saved }: RulesEditorProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const [rules, setRules] = useState(saved)
  const isDirty = JSON.stringify(rules) !== JSON.stringify(saved)
  useUnsavedGuard(isDirty)
  const { mutate, error, isPending } = useMutation(changeRules, {
    invalidates: [readRules],
    onSuccess: () => toast({ tone: 'positive', title: t('links.rules.saved') }),
  })
  const errors = error?.problem?.errors ?? []
  const change = (place: number, rule: LinkRule) => setRules(rules.with(place, rule))
  return (
    <div className="flex flex-col gap-6">
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {t('links.rules.description')} <HelpLink slug="link-rules" />
      </p>
      {rules.length === 0 && <EmptyState title={t('links.rules.none')}>{t('links.rules.noneHelp')}</EmptyState>}
      <ol className="flex flex-col gap-4">
        {rules.map((rule, place) => (
          <RuleCard
            // oxlint-disable-next-line react/no-array-index-key -- rules have no other identity
            key={place}
            place={place}
            rule={rule}
            isLast={place === rules.length - 1}
            errorAt={(field) => errors.find(({ path }) => path === `rules.${place}.${field}`)?.message}
            onChange={(next) => change(place, next)}
            onMove={(by) => setRules(movedRule(rules, place, by))}
            onRemove={() => setRules(rules.toSpliced(place, 1))}
          />
        ))}
      </ol>
      {rules.length < linkLimits.rules && (
        <Button icon="plus" className="self-start" onClick={() => setRules([...rules, newRule()])}>
          {t('links.rules.add')}
        </Button>
      )}
      <p className="text-sm wrap-anywhere text-muted">{t('links.rules.otherwise', { url: link.url })}</p>
      {errors.length === 0 && <ErrorNote error={error} />}
      {rules.length > 0 && <TryRules link={link} rules={rules} />}
      <SaveBar
        isDirty={isDirty}
        busy={isPending}
        onSave={() => mutate({ id: link.id, rules: [...rules] })}
        onDiscard={() => setRules(saved)}
      />
    </div>
  )
}
