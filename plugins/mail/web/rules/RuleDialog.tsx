import { useState } from 'react'
import {
  Button,
  ErrorNote,
  Field,
  Input,
  Modal,
  Select,
  useMutation,
  useTranslation,
  DialogActions,
} from '@host/plugin-sdk'
import { changeRule, createRule, listRules, mailLimits, tryRule, type MailRule } from '../../shared.ts'
import { ActionFields } from './ActionFields.tsx'
import { ConditionFields } from './ConditionFields.tsx'

export interface RuleDialogProps {
  readonly mailboxId: string
  readonly rule: MailRule | 'new'
  readonly onClose: () => void
}

type EditedRule = Pick<MailRule, 'name' | 'isOn' | 'match' | 'conditions' | 'actions'>

const fresh: EditedRule = {
  name: '',
  isOn: true,
  match: 'all',
  conditions: [{ field: 'from', comparison: 'contains', text: '' }],
  actions: {},
}

/** Adds a rule or changes one, and tries it on the last emails before. */
export function RuleDialog({ mailboxId, rule, onClose }: RuleDialogProps) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<EditedRule>(rule === 'new' ? fresh : rule)
  const effects = { invalidates: [listRules], onSuccess: onClose }
  const create = useMutation(createRule, effects)
  const replace = useMutation(changeRule, effects)
  const { error, isPending } = rule === 'new' ? create : replace
  const { name, isOn, match, conditions, actions } = edited
  const errorAt = (path: string) => error?.problem?.errors?.find((each) => each.path.startsWith(path))?.message
  const save = () => {
    const given = { name, isOn, match, conditions, actions }
    if (rule === 'new') create.mutate({ id: mailboxId, ...given })
    else replace.mutate({ id: rule.id, ...given })
  }
  const matches = (['all', 'any'] as const).map((value) => ({ value, label: t(`mail.rules.match.${value}`) }))
  return (
    <Modal open onClose={onClose} size="large" title={t(rule === 'new' ? 'mail.rules.add' : 'mail.rules.edit')}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Field label={t('mail.rules.name')} error={errorAt('name')} required>
          <Input
            name="name"
            value={name}
            maxLength={mailLimits.mailboxName}
            onChange={({ target }) => setEdited({ ...edited, name: target.value })}
          />
        </Field>
        <Field label={t('mail.rules.when')}>
          <Select value={match} options={matches} onChange={(next) => setEdited({ ...edited, match: next })} />
        </Field>
        <ConditionFields
          conditions={conditions}
          errorAt={(at) => errorAt(`conditions.${at}`)}
          onChange={(next) => setEdited({ ...edited, conditions: next })}
        />
        <ActionFields
          mailboxId={mailboxId}
          actions={actions}
          error={errorAt('actions')}
          onChange={(next) => setEdited({ ...edited, actions: next })}
        />
        <TryRule mailboxId={mailboxId} match={match} conditions={conditions} />
        <ErrorNote error={error} />
        <DialogActions>
          <Button onClick={onClose}>{t('mail.rules.cancel')}</Button>
          <Button calls={rule === 'new' ? createRule : changeRule} type="submit" variant="primary" busy={isPending}>
            {t('mail.rules.save')}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  )
}

type TryRuleProps = Pick<RuleDialogProps, 'mailboxId'> & Pick<EditedRule, 'match' | 'conditions'>

function TryRule({ mailboxId, match, conditions }: TryRuleProps) {
  const { t } = useTranslation()
  const { mutate, data, error, isPending } = useMutation(tryRule)
  return (
    <div className="flex flex-col gap-2">
      <Button
        className="self-start"
        icon="search"
        busy={isPending}
        onClick={() => mutate({ id: mailboxId, match, conditions })}
      >
        {t('mail.rules.try')}
      </Button>
      <ErrorNote error={error} />
      <p role="status" className="text-sm text-muted">
        {data !== undefined && t('mail.rules.found', { count: data.items.length, checked: data.checked })}
      </p>
      {data !== undefined && data.items.length > 0 && (
        <ul className="text-sm">
          {data.items.map(({ id, subject, from }) => (
            <li key={id} className="truncate py-0.5">
              {from}: {subject === '' ? t('mail.emails.noSubject') : subject}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
