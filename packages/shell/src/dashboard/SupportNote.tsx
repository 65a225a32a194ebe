import { Alert, Button, useFormat, useMutation, useTranslation, type Me } from '@host/plugin-sdk'
import { endSupportAccess } from '@host/platform-api/support'

type Workspace = NonNullable<Me['workspace']>

export interface SupportNoteProps {
  readonly workspace: Workspace
}

/** Support access to the workspace, on every page of its owners and admins and of the instance admin who uses it. */
export default function SupportNote({ workspace }: SupportNoteProps) {
  return (
    <div className="mb-6 flex flex-col gap-2">
      {workspace.support?.map((access) => (
        <OneAccess key={access.id} access={access} workspace={workspace.name} />
      ))}
    </div>
  )
}

interface OneAccessProps {
  readonly access: NonNullable<Workspace['support']>[number]
  /** Its name. */
  readonly workspace: string
}

function OneAccess({ access: { id, name, until, isReadOnly, isOwn }, workspace }: OneAccessProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { mutate, isPending } = useMutation(
    endSupportAccess,
    // The instance admin has left this workspace.
    isOwn ? { onSuccess: () => location.assign('/instance/workspaces') } : { refreshes: ['session'] },
  )
  const end = (
    <Button size="compact" busy={isPending} onClick={() => mutate({ id })}>
      {t('shell.support.end')}
    </Button>
  )
  return (
    <Alert
      tone="warning"
      title={
        <span className="wrap-anywhere">
          {t('shell.support.title', { name, workspace, time: format.dateTime(until) })}
        </span>
      }
      action={end}
    >
      <p>{t(isReadOnly ? 'shell.support.reads' : 'shell.support.changes')}</p>
    </Alert>
  )
}
