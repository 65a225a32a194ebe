import { useState } from 'react'
import {
  Button,
  Field,
  IconButton,
  Input,
  Kbd,
  Menu,
  MenuItem,
  Modal,
  usePermission,
  useShortcut,
  useTranslation,
  type CallingProps,
} from '@host/plugin-sdk'
import { sendDraft, writingLimits } from '../../shared.ts'
import { momentOf, offeredTimes } from './offered-times.ts'
import type { Autosave } from './useAutosave.ts'
import type { Send } from './useSend.tsx'

export interface ComposerBarProps {
  readonly autosave: Autosave
  readonly send: Send
  readonly onDiscard: () => void
}

/** Send, send later, discard, and whether everything is saved. */
export function ComposerBar({ autosave, send, onDiscard }: ComposerBarProps) {
  const { t } = useTranslation()
  const [isChoosing, setChoosing] = useState(false)
  const [offers] = useState(() => offeredTimes(new Date()))
  /** Of today, also where the page was opened yesterday. */
  function sendAt(id: string) {
    const offer = offeredTimes(new Date()).find((each) => each.id === id)
    if (offer !== undefined) send.run(offer.moment)
  }
  const maySend = usePermission(sendDraft)
  useShortcut('mod+Enter', () => send.run(), { label: t('mail.compose.send'), enabled: maySend })
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center gap-2 border-t border-line bg-canvas py-3">
      <Button calls={sendDraft} variant="primary" icon="send" busy={send.isPending} onClick={() => send.run()}>
        {t('mail.compose.send')} <Kbd keys="mod+Enter" />
      </Button>
      <Menu trigger={<Button icon="clock">{t('mail.compose.later')}</Button>} align="start" side="top">
        {offers.map(({ id }) => (
          <MenuItem key={id} calls={sendDraft} icon="clock" onSelect={() => sendAt(id)}>
            {t(`mail.compose.times.${id}`)}
          </MenuItem>
        ))}
        <MenuItem calls={sendDraft} icon="calendar" onSelect={() => setChoosing(true)}>
          {t('mail.compose.times.other')}
        </MenuItem>
      </Menu>
      <IconButton icon="trash" label={t('mail.compose.discard')} onClick={onDiscard} />
      <span role="status" className="ml-auto text-sm text-muted">
        {t(`mail.compose.state.${autosave.state}`)}
      </span>
      {isChoosing && (
        <ChooseTime calls={sendDraft} onClose={() => setChoosing(false)} onChosen={(moment) => send.run(moment)} />
      )}
    </div>
  )
}

interface ChooseTimeProps extends CallingProps {
  readonly onClose: () => void
  readonly onChosen: (moment: string) => void
}

export function ChooseTime({ calls, onClose, onChosen }: ChooseTimeProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const moment = momentOf(typed)
  const isRight = moment !== undefined && isInReach(moment)
  return (
    <Modal
      open
      onClose={onClose}
      title={t('mail.compose.times.title')}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('sdk.cancel')}</Button>
          <Button
            calls={calls}
            variant="primary"
            disabled={!isRight}
            onClick={() => {
              if (moment !== undefined) onChosen(moment)
              onClose()
            }}
          >
            {t('mail.compose.times.schedule')}
          </Button>
        </>
      }
    >
      <Field
        label={t('mail.compose.times.label')}
        hint={t('mail.compose.times.hint', { days: writingLimits.scheduledDays })}
        error={
          typed === '' || isRight ? undefined : t('mail.compose.times.wrong', { days: writingLimits.scheduledDays })
        }
      >
        <Input type="datetime-local" value={typed} onChange={({ target }) => setTyped(target.value)} />
      </Field>
    </Modal>
  )
}

function isInReach(moment: string): boolean {
  const ahead = Date.parse(moment) - Date.now()
  return ahead > 0 && ahead <= writingLimits.scheduledDays * 86_400_000
}
