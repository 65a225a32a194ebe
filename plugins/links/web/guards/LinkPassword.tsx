import { useState } from 'react'
import { Button, Confirm, Form, Modal, Panel, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { changeLink, listLinks, readLink, type Link } from '../../shared.ts'

/** Sets, changes and removes the password of a link. */
export function LinkPassword({ link: { id, hasPassword } }: { readonly link: Link }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'set' | 'remove'>()
  const close = () => setAsked(undefined)
  return (
    <Panel title={t('links.password.title')}>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 text-sm text-muted">
          {t(hasPassword ? 'links.password.isSet' : 'links.password.help')}
        </p>
        <Button calls={changeLink} icon="lock" onClick={() => setAsked('set')}>
          {t(hasPassword ? 'links.password.change' : 'links.password.set')}
        </Button>
        {hasPassword && (
          <Button calls={changeLink} onClick={() => setAsked('remove')}>
            {t('links.password.remove')}
          </Button>
        )}
      </div>
      {asked === 'set' && <SetPassword id={id} onClose={close} />}
      <RemovePassword id={id} isAsked={asked === 'remove'} onClose={close} />
    </Panel>
  )
}

function SetPassword({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const { mutateAsync } = useMutation(changeLink, {
    invalidates: [readLink, listLinks],
    onSuccess: () => {
      toast({ tone: 'positive', title: t('links.password.saved') })
      onClose()
    },
  })
  return (
    <Modal
      open
      onClose={onClose}
      title={t('links.password.set')}
      description={t('links.password.setHelp')}
      size="small"
    >
      <Form
        source={changeLink}
        fields={{ password: { label: t('links.password.label'), control: 'secret', required: true } }}
        onSubmit={({ password }) => mutateAsync({ id, password })}
        submitLabel={t('links.password.save')}
        onCancel={onClose}
      />
    </Modal>
  )
}

interface RemovePasswordProps {
  readonly id: string
  readonly isAsked: boolean
  readonly onClose: () => void
}

function RemovePassword({ id, isAsked, onClose }: RemovePasswordProps) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(changeLink, { invalidates: [readLink, listLinks], onSuccess: onClose })
  return (
    <Confirm
      calls={changeLink}
      open={isAsked}
      onClose={onClose}
      title={t('links.password.remove')}
      confirmLabel={t('links.password.remove')}
      onConfirm={() => mutateAsync({ id, password: null })}
    >
      {t('links.password.removeMeans')}
    </Confirm>
  )
}
