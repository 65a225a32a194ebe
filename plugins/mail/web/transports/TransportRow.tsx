import { useState } from 'react'
import { Badge, Confirm, MenuItem, RowMenu, useMutation, useTranslation } from '@host/plugin-sdk'
import { changeTransport, deleteTransport, listTransports, orderTransports, type Transport } from '../../shared.ts'
import { TestDialog } from './TestDialog.tsx'
import { TransportDialog } from './TransportDialog.tsx'

export interface TransportRowProps {
  readonly transport: Transport
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly isMoving: boolean
  readonly onMove: (by: -1 | 1) => void
}

/** A transport with its place and its actions. */
export function TransportRow(props: TransportRowProps) {
  const { t } = useTranslation()
  const { name, host, port, security, isOn } = props.transport
  return (
    <li className="group flex items-center gap-3 rounded-card border border-line bg-surface p-3">
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          {!isOn && <Badge>{t('mail.transports.off')}</Badge>}
        </span>
        <span className="block text-sm wrap-anywhere text-subtle">
          {host}:{port} · {t(`mail.transports.security.${security}`)}
        </span>
      </span>
      <TransportMenu {...props} />
    </li>
  )
}

function TransportMenu({ transport, isFirst, isLast, isMoving, onMove }: TransportRowProps) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'edit' | 'test' | 'delete'>()
  const { id, name, isOn } = transport
  const change = useMutation(changeTransport, { invalidates: [listTransports] })
  const remove = useMutation(deleteTransport, { invalidates: [listTransports] })
  const close = () => setDialog(undefined)
  return (
    <>
      <RowMenu name={name} busy={isMoving || change.isPending}>
        <MenuItem icon="send" onSelect={() => setDialog('test')}>
          {t('mail.transports.test')}
        </MenuItem>
        <MenuItem calls={changeTransport} icon="pencil" onSelect={() => setDialog('edit')}>
          {t('mail.transports.edit')}
        </MenuItem>
        <MenuItem
          calls={changeTransport}
          icon={isOn ? 'circle-pause' : 'play'}
          onSelect={() => change.mutate({ id, isOn: !isOn })}
        >
          {t(isOn ? 'mail.transports.turnOff' : 'mail.transports.turnOn')}
        </MenuItem>
        <MenuItem calls={orderTransports} icon="arrow-up" disabled={isFirst} onSelect={() => onMove(-1)}>
          {t('mail.transports.up')}
        </MenuItem>
        <MenuItem calls={orderTransports} icon="arrow-down" disabled={isLast} onSelect={() => onMove(1)}>
          {t('mail.transports.down')}
        </MenuItem>
        <MenuItem icon="trash" danger onSelect={() => setDialog('delete')}>
          {t('mail.transports.delete')}
        </MenuItem>
      </RowMenu>
      {dialog === 'edit' && <TransportDialog transport={transport} onClose={close} />}
      {dialog === 'test' && <TestDialog transport={transport} onClose={close} />}
      <Confirm
        open={dialog === 'delete'}
        onClose={close}
        title={t('mail.transports.deleteQuestion', { name })}
        confirmLabel={t('mail.transports.delete')}
        variant="danger"
        onConfirm={() => remove.mutateAsync({ id })}
      >
        {t('mail.transports.deleteMeans')}
      </Confirm>
    </>
  )
}
