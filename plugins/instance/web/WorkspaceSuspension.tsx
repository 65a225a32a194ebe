import { useState } from 'react'
import { Alert, Button, Confirm, Form, Modal, useFormat, useMutation, useTranslation } from '@host/plugin-sdk'
import { listAllWorkspaces, resumeWorkspace, suspendWorkspace, type InstanceWorkspace } from '../shared.ts'

interface WorkspaceProps {
  readonly workspace: InstanceWorkspace
}

/** Suspends a workspace with a reason, or lifts its suspension. */
export function WorkspaceSuspension({ workspace }: WorkspaceProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isAsked, setAsked] = useState(false)
  const lift = useMutation(resumeWorkspace, { invalidates: [listAllWorkspaces] })
  const close = () => setAsked(false)
  const { id, name, suspension } = workspace
  if (suspension === undefined) {
    return (
      <div>
        <Button onClick={() => setAsked(true)}>{t('instance.workspaces.suspend')}</Button>
        {isAsked && <SuspendWorkspace workspace={workspace} onClose={close} />}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <Alert
        tone="warning"
        title={t('instance.workspaces.suspendedSince', { date: format.dateTime(suspension.since) })}
      >
        <p className="wrap-anywhere">{suspension.reason}</p>
      </Alert>
      <div>
        <Button onClick={() => setAsked(true)}>{t('instance.workspaces.lift')}</Button>
      </div>
      <Confirm
        open={isAsked}
        onClose={close}
        title={t('instance.workspaces.liftQuestion', { name })}
        confirmLabel={t('instance.workspaces.lift')}
        onConfirm={() => lift.mutateAsync({ id })}
      >
        {t('instance.workspaces.liftMeans')}
      </Confirm>
    </div>
  )
}

function SuspendWorkspace({ workspace: { id, name }, onClose }: WorkspaceProps & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(suspendWorkspace, { invalidates: [listAllWorkspaces], onSuccess: onClose })
  return (
    <Modal
      open
      onClose={onClose}
      size="small"
      title={t('instance.workspaces.suspendTitle', { name })}
      description={t('instance.workspaces.suspendMeans')}
    >
      <Form
        source={suspendWorkspace}
        fields={{
          reason: {
            label: t('instance.workspaces.reason'),
            hint: t('instance.workspaces.reasonHint'),
            control: 'textarea',
          },
        }}
        onSubmit={(input) => mutateAsync({ ...input, id })}
        submitLabel={t('instance.workspaces.suspend')}
        onCancel={onClose}
      />
    </Modal>
  )
}
