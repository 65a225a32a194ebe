import { useState, type SubmitEvent } from 'react'
import {
  Button,
  ClientError,
  DialogActions,
  ErrorNote,
  Field,
  Modal,
  Textarea,
  useMutation,
  useTranslation,
} from '@host/plugin-sdk'
import { changeZoneServer, readZoneServer, type ZoneServer } from '../../shared.ts'
import { readSecondaries, secondaryText } from './secondary-text.ts'

export interface EditSecondariesProps {
  readonly zoneId: string
  readonly server: ZoneServer
  readonly onClose: () => void
}

/** Sets the secondary servers, one on each line. */
export function EditSecondaries({ zoneId, server, onClose }: EditSecondariesProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(server.secondaries.map(secondaryText).join('\n'))
  const { mutate, error, isPending } = useMutation(changeZoneServer, {
    invalidates: [readZoneServer],
    onSuccess: onClose,
  })
  const wrong = error instanceof ClientError ? error.problem?.errors?.[0]?.message : undefined
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isPending) mutate({ id: zoneId, secondaries: [...readSecondaries(text)] })
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={t('domains.served.changeSecondaries')}
      description={t('domains.served.secondariesHelp')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('domains.served.addresses')} hint={t('domains.served.addressesHint')} error={wrong} optional>
          <Textarea
            name="secondaries"
            value={text}
            rows={4}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {wrong === undefined && <ErrorNote error={error} />}
        <DialogActions>
          <Button onClick={onClose}>{t('domains.cancel')}</Button>
          <Button calls={changeZoneServer} type="submit" variant="primary" busy={isPending}>
            {t('domains.served.save')}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  )
}
