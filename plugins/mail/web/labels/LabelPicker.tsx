import {
  Button,
  ButtonLink,
  Checkbox,
  ErrorNote,
  Popover,
  useMutation,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { labelEmails, listConversation, listEmails, listLabels, readEmail, type Email } from '../../shared.ts'

export interface LabelPickerProps {
  /** Those that are labeled together. */
  readonly emails: readonly Pick<Email, 'id' | 'labels'>[]
}

/** Puts labels on emails and takes them off, each with a press. */
export function LabelPicker({ emails }: LabelPickerProps) {
  const { t } = useTranslation()
  const { data } = useQuery(listLabels)
  const { mutate, error } = useMutation(labelEmails, { invalidates: [listEmails, readEmail, listConversation] })
  const ids = emails.map(({ id }) => id)
  const labels = data?.items ?? []
  return (
    <Popover
      title={t('mail.labels.choose')}
      trigger={
        <Button size="compact" variant="ghost" icon="tag">
          {t('mail.labels.title')}
        </Button>
      }
    >
      <ErrorNote error={error} />
      {labels.length === 0 && <p className="text-sm text-muted">{t('mail.labels.none')}</p>}
      <div className="flex max-h-72 flex-col gap-1 overflow-y-auto">
        {labels.map(({ id, name }) => {
          const count = emails.filter((email) => email.labels.includes(id)).length
          const isOnAll = count === emails.length
          return (
            <Checkbox
              key={id}
              label={name}
              checked={isOnAll && count > 0}
              indeterminate={count > 0 && !isOnAll}
              onChange={() => mutate({ ids, [isOnAll ? 'remove' : 'add']: [id] })}
            />
          )
        })}
      </div>
      <ButtonLink to="/mail/labels" size="compact" variant="ghost">
        {t('mail.labels.manage')}
      </ButtonLink>
    </Popover>
  )
}
