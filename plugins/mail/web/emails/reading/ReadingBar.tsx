import { IconButton, useTranslation } from '@host/plugin-sdk'
import type { EmailDetails } from '../../../shared.ts'
import type { MailActions } from '../useMailActions.ts'
import { LabelMenu } from '../labels/LabelMenu.tsx'
import { MoveMenu } from '../MoveMenu.tsx'

export interface ReadingBarProps {
  /** Undefined while it is on its way. */
  readonly email: EmailDetails | undefined
  readonly actions: MailActions
}

/** What can be done with the open email, and the ways to those beside it. */
export function ReadingBar({ email, actions }: ReadingBarProps) {
  const { t } = useTranslation()
  return (
    <div
      role="toolbar"
      aria-label={t('mail.emails.actions')}
      className="flex shrink-0 flex-wrap items-center gap-0.5 border-b border-line px-2 py-1.5"
    >
      <span className="lg:hidden">
        <IconButton icon="arrow-left" label={t('mail.emails.keys.back')} onClick={actions.close} />
      </span>
      {email !== undefined && <Changes email={email} actions={actions} />}
      <span className="ml-auto hidden sm:flex">
        <IconButton icon="chevron-up" label={t('mail.emails.keys.previous')} onClick={() => actions.go(-1)} />
        <IconButton icon="chevron-down" label={t('mail.emails.keys.next')} onClick={() => actions.go(1)} />
      </span>
    </div>
  )
}

function Changes({ email, actions }: { readonly email: EmailDetails; readonly actions: MailActions }) {
  const { t } = useTranslation()
  const { folder, isRead } = email
  const isTrash = folder === 'trash'
  return (
    <>
      <IconButton icon="reply" label={t('mail.emails.reply')} onClick={() => actions.answer('reply')} />
      <IconButton icon="reply-all" label={t('mail.emails.replyAll')} onClick={() => actions.answer('reply-all')} />
      <IconButton icon="forward" label={t('mail.emails.forward')} onClick={() => actions.answer('forward')} />
      <span aria-hidden className="mx-1 h-5 border-l border-line" />
      {folder !== 'archive' && (
        <IconButton icon="archive" label={t('mail.emails.archive')} onClick={() => actions.move('archive')} />
      )}
      <IconButton
        icon="trash"
        label={t(isTrash ? 'mail.emails.delete' : 'mail.emails.trash')}
        onClick={() => (isTrash ? actions.askDelete() : actions.move('trash'))}
      />
      <IconButton
        icon={isRead ? 'mail' : 'mail-open'}
        label={t(isRead ? 'mail.emails.markUnread' : 'mail.emails.markRead')}
        onClick={actions.toggleRead}
      />
      <LabelMenu actions={actions} trigger={<IconButton icon="tag" label={t('mail.emails.label')} />} />
      <MoveMenu actions={actions} trigger={<IconButton icon="folder-input" label={t('mail.emails.moveTo')} />} />
    </>
  )
}
