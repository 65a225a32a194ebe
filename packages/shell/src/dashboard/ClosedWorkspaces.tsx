import { listWorkspaces, restoreWorkspace, type OwnWorkspace } from '@host/platform-api/workspaces'
import {
  Alert,
  Button,
  useErrorText,
  useFormat,
  useMutation,
  useQuery,
  useToast,
  useTranslation,
} from '@host/plugin-sdk'

/** The reader's workspaces that are to be erased, each with when, and a way to take it back. */
export function ClosedWorkspaces() {
  const { data } = useQuery(listWorkspaces, undefined, { errors: 'page' })
  const closed = data?.items.filter(({ eraseAt }) => eraseAt !== null) ?? []
  if (closed.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      {closed.map((workspace) => (
        <ClosedWorkspace key={workspace.id} workspace={workspace} />
      ))}
    </div>
  )
}

function ClosedWorkspace({ workspace: { id, name, eraseAt } }: { readonly workspace: OwnWorkspace }) {
  const { t } = useTranslation()
  const format = useFormat()
  const toast = useToast()
  const errorText = useErrorText()
  const restore = useMutation(restoreWorkspace, {
    invalidates: [listWorkspaces],
    refreshes: ['session'],
    onSuccess: () => toast({ tone: 'positive', title: t('shell.workspace.restored', { name }) }),
    onError(error) {
      const { title, cause, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: cause ?? nextStep })
    },
  })
  const button = (
    <Button calls={restoreWorkspace} size="compact" busy={restore.isPending} onClick={() => restore.mutate({ id })}>
      {t('shell.workspace.restore')}
    </Button>
  )
  return (
    <Alert tone="warning" title={name} action={button}>
      {t('shell.workspace.erasedOn', { date: format.dateTime(eraseAt ?? '') })}
    </Alert>
  )
}
