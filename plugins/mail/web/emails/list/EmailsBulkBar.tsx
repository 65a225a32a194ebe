import { BulkBar, Button, IconButton, useTranslation, type Selection } from '@host/plugin-sdk'
import type { MailActions } from '../useMailActions.ts'
import { LabelMenu } from '../labels/LabelMenu.tsx'
import { MoveMenu } from '../MoveMenu.tsx'

export interface EmailsBulkBarProps {
  readonly selection: Selection
  readonly actions: MailActions
  readonly loaded: number
}

/** Changes of the chosen emails, each of which can be undone. */
export function EmailsBulkBar({ selection, actions, loaded }: EmailsBulkBarProps) {
  const { t } = useTranslation()
  const isTrash = actions.targets.every(({ folder }) => folder === 'trash')
  return (
    <div className="px-2 pb-2 empty:hidden">
      <BulkBar selection={selection} loaded={loaded}>
        <IconButton
          icon="archive"
          size="compact"
          label={t('mail.emails.archive')}
          onClick={() => actions.move('archive')}
        />
        <IconButton
          icon="trash"
          size="compact"
          label={t(isTrash ? 'mail.emails.delete' : 'mail.emails.trash')}
          onClick={() => (isTrash ? actions.askDelete() : actions.move('trash'))}
        />
        <IconButton
          icon="mail-open"
          size="compact"
          label={t('mail.emails.markRead')}
          onClick={() => actions.mark(true)}
        />
        <IconButton
          icon="mail"
          size="compact"
          label={t('mail.emails.markUnread')}
          onClick={() => actions.mark(false)}
        />
        <LabelMenu
          actions={actions}
          trigger={<IconButton icon="tag" size="compact" label={t('mail.emails.label')} />}
        />
        <MoveMenu actions={actions} trigger={<Button size="compact">{t('mail.emails.moveTo')}</Button>} />
      </BulkBar>
    </div>
  )
}
