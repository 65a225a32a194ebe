import { useState } from 'react'
import {
  Button,
  EmptyState,
  ErrorNote,
  HelpLink,
  type ListDrag,
  SaveBar,
  Skeleton,
  useListDrag,
  useMutation,
  useQuery,
  useToast,
  useTranslation,
  useUnsavedGuard,
} from '@host/plugin-sdk'
import { changeRules, linkLimits, listVersions, readRules, type Link, type LinkRule } from '../../shared.ts'
import { movedRule, newRule } from './rule-edits.ts'
import { RuleCard, type RuleCardProps } from './RuleCard.tsx'
import { TryRules } from './TryRules.tsx'

/** Edits the rules of a link, and tries them before they are saved. */
export function LinkRules({ link }: { readonly link: Link }) {
  const { data } = useQuery(readRules, { id: link.id })
  if (data === undefined) return <Skeleton className="h-64 w-full" />
  return <RulesEditor link={link} saved={data.rules} />
}

interface RulesEditorProps {
  readonly link: Link
  readonly saved: readonly LinkRule[]
}

function RulesEditor({ link, saved }: RulesEditorProps) {
  const { t } = useTranslation()
  const toast = useToast()
  // Undefined while nothing is edited, so rules that change elsewhere are shown and never replace an edit.
  const [edited, setRules] = useState<readonly LinkRule[]>()
  const rules = edited ?? saved
  const isDirty = edited !== undefined && JSON.stringify(edited) !== JSON.stringify(saved)
  useUnsavedGuard(isDirty)
  const { mutate, error, isPending } = useMutation(changeRules, {
    invalidates: [readRules, listVersions],
    onSuccess: () => {
      setRules(undefined)
      toast({ tone: 'positive', title: t('links.rules.saved') })
    },
  })
  const errors = error?.problem?.errors ?? []
  const change = (place: number, rule: LinkRule) => setRules(rules.with(place, rule))
  const move = (from: number, to: number) => setRules(movedRule(rules, from, to))
  const { list, drag, gripOf } = useListDrag(move)
  return (
    <div className="flex flex-col gap-6">
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {t('links.rules.description')} <HelpLink slug="link-rules" />
      </p>
      {rules.length === 0 && <EmptyState title={t('links.rules.none')}>{t('links.rules.noneHelp')}</EmptyState>}
      <ol ref={list} className="flex flex-col gap-4">
        {rules.map((rule, place) => (
          <RuleCard
            // oxlint-disable-next-line react/no-array-index-key -- rules have no other identity
            key={place}
            place={place}
            rule={rule}
            isLast={place === rules.length - 1}
            errorAt={(field) => errors.find(({ path }) => isWithin(path, `rules.${place}.${field}`))?.message}
            onChange={(next) => change(place, next)}
            onMove={(by) => move(place, place + by)}
            grip={gripOf(place)}
            drop={dropOf(drag, { place, count: rules.length })}
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
      {!(errors.length > 0 && errors.every(({ path }) => cards.test(path))) && <ErrorNote error={error} />}
      {rules.length > 0 && <TryRules link={link} rules={rules} />}
      <SaveBar
        calls={changeRules}
        isDirty={isDirty}
        busy={isPending}
        onSave={() => mutate({ id: link.id, rules: [...rules] })}
        onDiscard={() => setRules(undefined)}
      />
    </div>
  )
}

/** Paths of errors that the card of a rule shows. */
const cards = /^rules\.\d+\.(?:url|conditions\.\d+)(?:\.|$)/

function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`)
}

/** At which edge of a rule the dragged one would come. */
function dropOf(
  drag: ListDrag['drag'],
  { place, count }: { readonly place: number; readonly count: number },
): RuleCardProps['drop'] {
  if (drag === undefined) return undefined
  if (drag.place === place) return 'dragged'
  if (drag.before === place && drag.place !== place - 1) return 'above'
  return drag.before === count && place === count - 1 ? 'below' : undefined
}
