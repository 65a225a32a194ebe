import { Checkbox, Field, Select, useQuery, useTranslation } from '@host/plugin-sdk'
import { listForwards, listLabels, targetFolders, type RuleActions } from '../../shared.ts'

export interface ActionFieldsProps {
  readonly mailboxId: string
  readonly actions: RuleActions
  readonly error: string | undefined
  readonly onChange: (actions: RuleActions) => void
}

const stays = 'stays'

/** What a rule does with an email that matches. */
export function ActionFields({ mailboxId, actions, error, onChange }: ActionFieldsProps) {
  const { t } = useTranslation()
  const { data: labels } = useQuery(listLabels)
  const { data: forwards } = useQuery(listForwards, { id: mailboxId })
  const { folder, labelIds = [], forwardIds = [], markRead = false, stop = false } = actions
  const folders = targetFolders.map((value) => ({ value, label: t(`mail.emails.folder.${value}`) }))
  const confirmed = (forwards?.items ?? []).filter(({ isConfirmed }) => isConfirmed)
  const { folder: _, ...others } = actions
  return (
    <>
      <Field label={t('mail.rules.moveTo')} error={error}>
        <Select
          value={folder ?? stays}
          options={[{ value: stays, label: t('mail.rules.stays') }, ...folders]}
          onChange={(next) => onChange(next === stays ? others : { ...others, folder: next })}
        />
      </Field>
      {labels !== undefined && labels.items.length > 0 && (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
          <legend className="mb-1 text-sm font-medium">{t('mail.labels.title')}</legend>
          {labels.items.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={labelIds.includes(id)}
              onChange={() => onChange({ ...actions, labelIds: toggled(labelIds, id) })}
            />
          ))}
        </fieldset>
      )}
      {confirmed.length > 0 && (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
          <legend className="mb-1 text-sm font-medium">{t('mail.rules.forwardTo')}</legend>
          {confirmed.map(({ id, address }) => (
            <Checkbox
              key={id}
              label={address}
              checked={forwardIds.includes(id)}
              onChange={() => onChange({ ...actions, forwardIds: toggled(forwardIds, id) })}
            />
          ))}
        </fieldset>
      )}
      <Checkbox
        label={t('mail.rules.markRead')}
        checked={markRead}
        onChange={(next) => onChange({ ...actions, markRead: next })}
      />
      <Checkbox
        label={t('mail.rules.stop')}
        description={t('mail.rules.stopHint')}
        checked={stop}
        onChange={(next) => onChange({ ...actions, stop: next })}
      />
    </>
  )
}

function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]
}
