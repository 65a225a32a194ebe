import { useState } from 'react'
import {
  Badge,
  Button,
  Confirm,
  EmptyState,
  HelpLink,
  Link,
  MenuItem,
  PageHeader,
  RowList,
  RowMenu,
  useBreadcrumb,
  useCommand,
  useMutation,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { deleteLabel, listEmails, listLabels, readEmail, type EmailLabel } from '../../shared.ts'
import { LabelDialog } from './LabelDialog.tsx'

/** The labels of the workspace. */
export default function LabelsPage() {
  const { t } = useTranslation()
  useBreadcrumb(t('mail.labels.title'))
  const { data, error } = useQuery(listLabels, undefined, { errors: 'list' })
  const [edited, setEdited] = useState<EmailLabel | 'new'>()
  const create = () => setEdited('new')
  useCommand({ id: 'mail.labels.create', label: t('mail.labels.create'), icon: 'plus', keys: 'c', run: create })
  return (
    <>
      <PageHeader
        title={t('mail.labels.title')}
        description={t('mail.labels.description')}
        actions={
          <>
            <HelpLink slug="mail-rules" />
            <Button variant="primary" icon="plus" onClick={create}>
              {t('mail.labels.create')}
            </Button>
          </>
        }
      />
      <RowList
        list={{ items: data?.items, error }}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('mail.labels.none')}>{t('mail.labels.noneHelp')}</EmptyState>}
      >
        {(label) => <LabelRow label={label} onEdit={() => setEdited(label)} />}
      </RowList>
      {edited !== undefined && <LabelDialog label={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function LabelRow({ label: { id, name, tone }, onEdit }: { readonly label: EmailLabel; readonly onEdit: () => void }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const { mutateAsync } = useMutation(deleteLabel, { invalidates: [listLabels, listEmails, readEmail] })
  return (
    <li className="group flex items-center gap-2 py-2">
      <Link to={`/mail?labelId=${id}`} className="min-w-0 flex-1 wrap-anywhere hover:underline">
        <Badge tone={tone}>{name}</Badge>
      </Link>
      <RowMenu name={name}>
        <MenuItem icon="pencil" onSelect={onEdit}>
          {t('mail.labels.edit')}
        </MenuItem>
        <MenuItem icon="trash" danger onSelect={() => setAsked(true)}>
          {t('mail.labels.delete')}
        </MenuItem>
      </RowMenu>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('mail.labels.delete')}
        confirmLabel={t('mail.labels.delete')}
        variant="danger"
        onConfirm={() => mutateAsync({ id })}
      >
        {t('mail.labels.deleteMeans', { name })}
      </Confirm>
    </li>
  )
}
