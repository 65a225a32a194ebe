import {
  ButtonLink,
  EmptyState,
  HelpLink,
  Link,
  MenuItem,
  PageHeader,
  RelativeTime,
  RowList,
  RowMenu,
  useBreadcrumb,
  useListQuery,
  useTranslation,
  useUndoableMutation,
} from '@host/plugin-sdk'
import { deleteDraft, listDrafts, type DraftItem } from '../../shared.ts'
import { composerPath, draftPath } from './open-composer.ts'
import { writeRecipient } from './parse-recipients.ts'

/** The drafts of the mailboxes that the member may write from, the newest first. */
export default function DraftsPage() {
  const { t } = useTranslation()
  useBreadcrumb(t('mail.drafts.title'))
  const drafts = useListQuery(listDrafts, {}, { errors: 'list' })
  const remove = useUndoableMutation(deleteDraft, {
    removesFrom: [listDrafts],
    done: () => t('mail.drafts.deleted'),
  })
  return (
    <>
      <PageHeader
        title={t('mail.drafts.title')}
        actions={
          <>
            <HelpLink slug="writing-emails" />
            <ButtonLink to="/mail/scheduled" icon="clock">
              {t('mail.scheduled.title')}
            </ButtonLink>
            <ButtonLink to={composerPath()} variant="primary" icon="pencil">
              {t('mail.compose.write')}
            </ButtonLink>
          </>
        }
      />
      <RowList
        list={drafts}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('mail.drafts.none')}>{t('mail.drafts.noneHelp')}</EmptyState>}
      >
        {(draft) => <DraftRow draft={draft} onDelete={() => remove.mutate({ id: draft.id })} />}
      </RowList>
    </>
  )
}

interface DraftRowProps {
  readonly draft: DraftItem
  readonly onDelete: () => void
}

function DraftRow({ draft: { id, to, subject, snippet, updatedAt }, onDelete }: DraftRowProps) {
  const { t } = useTranslation()
  const title = subject === '' ? t('mail.drafts.noSubject') : subject
  return (
    <li className="group flex items-center gap-3 py-2">
      <Link to={draftPath(id)} className="min-w-0 flex-1 rounded-control">
        <span className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
          <span className="shrink-0 text-xs text-muted">
            <RelativeTime value={updatedAt} />
          </span>
        </span>
        <span className="block truncate text-sm text-muted">
          {[to.length === 0 ? t('mail.drafts.noRecipient') : to.map(writeRecipient).join(', '), snippet]
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
      </Link>
      <RowMenu name={title}>
        <MenuItem icon="trash" danger onSelect={onDelete}>
          {t('mail.drafts.delete')}
        </MenuItem>
      </RowMenu>
    </li>
  )
}
