import { lazy, Suspense, useRef, useState } from 'react'
import {
  Alert,
  Button,
  ErrorNote,
  Field,
  HelpLink,
  Input,
  PageHeader,
  Skeleton,
  useTranslation,
} from '@host/plugin-sdk'
import { writingLimits, type Draft } from '../../shared.ts'
import { ComposerBar } from './ComposerBar.tsx'
import { ComposerFiles } from './ComposerFiles.tsx'
import { ForwardedEmail } from './ForwardedEmail.tsx'
import { RecipientsInput } from './RecipientsInput.tsx'
import { SenderChoice } from './SenderChoice.tsx'
import { useAutosave, type Autosave } from './useAutosave.ts'
import { useDiscard } from './useDiscard.ts'
import { useSend } from './useSend.tsx'

/** The editor is larger than all else of the page. */
const ComposerText = lazy(async () => ({ default: (await import('./ComposerText.tsx')).ComposerText }))

export interface ComposerProps {
  /** The draft to begin with; a later one does not replace what is typed. */
  readonly initial: Draft
}

/** Writes an email: everything typed is saved by itself, and the server has it before it is sent. */
export function Composer({ initial }: ComposerProps) {
  const { t } = useTranslation()
  const [draft] = useState(initial)
  const autosave = useAutosave(draft)
  const [hasFiles, setHasFiles] = useState(draft.files.length > 0)
  const wrong = useRef(new Set<string>())
  const send = useSend(draft, { autosave, isWrong: () => wrong.current.size > 0 })
  const discard = useDiscard(draft, { content: autosave.content, hasFiles })
  const { content, change } = autosave
  const errorAt = (field: string) => send.errorAt(field) ?? fieldError(autosave, field)
  return (
    <>
      <PageHeader title={t(`mail.compose.kind.${draft.kind}`)} actions={<HelpLink slug="writing-emails" />} />
      <div className="flex max-w-3xl flex-col gap-4">
        <Conflict autosave={autosave} />
        <SenderChoice draft={draft} autosave={autosave} error={errorAt('from') ?? errorAt('mailboxId')} />
        <Recipients
          autosave={autosave}
          errorAt={errorAt}
          onWrong={(field, isWrong) => (isWrong ? wrong.current.add(field) : wrong.current.delete(field))}
        />
        <Field label={t('mail.compose.subject')} error={errorAt('subject')}>
          <Input
            name="subject"
            value={content.subject}
            maxLength={writingLimits.subject}
            onChange={({ target }) => change({ subject: target.value })}
          />
        </Field>
        <Suspense fallback={<Skeleton className="h-96 w-full" />}>
          <ComposerText draft={draft} autosave={autosave} error={errorAt('html') ?? errorAt('text')} />
        </Suspense>
        <ForwardedEmail draft={draft} autosave={autosave} />
        <ComposerFiles draft={draft} onAdded={() => setHasFiles(true)} error={errorAt('files')} />
        <ErrorNote error={send.rest} />
        <ComposerBar autosave={autosave} send={send} onDiscard={discard} />
      </div>
    </>
  )
}

function fieldError({ error, state }: Autosave, field: string): string | undefined {
  if (state !== 'failed') return undefined
  return error?.problem?.errors?.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message
}

interface RecipientsProps {
  readonly autosave: Autosave
  readonly errorAt: (field: string) => string | undefined
  readonly onWrong: (field: string, isWrong: boolean) => void
}

function Recipients({ autosave: { content, change }, errorAt, onWrong }: RecipientsProps) {
  const { t } = useTranslation()
  const [showsCopies, setShowsCopies] = useState(content.cc.length > 0 || content.bcc.length > 0)
  return (
    <>
      <RecipientsInput
        label={t('mail.compose.to')}
        value={content.to}
        onChange={(to) => change({ to })}
        error={errorAt('to')}
        onWrong={(isWrong) => onWrong('to', isWrong)}
        autoFocus={content.to.length === 0}
      />
      {showsCopies ? (
        <>
          <RecipientsInput
            label={t('mail.compose.cc')}
            value={content.cc}
            onChange={(cc) => change({ cc })}
            error={errorAt('cc')}
            onWrong={(isWrong) => onWrong('cc', isWrong)}
          />
          <RecipientsInput
            label={t('mail.compose.bcc')}
            value={content.bcc}
            onChange={(bcc) => change({ bcc })}
            error={errorAt('bcc')}
            onWrong={(isWrong) => onWrong('bcc', isWrong)}
          />
        </>
      ) : (
        <Button size="compact" variant="ghost" className="self-start" onClick={() => setShowsCopies(true)}>
          {t('mail.compose.addCopies')}
        </Button>
      )}
    </>
  )
}

function Conflict({ autosave }: { readonly autosave: Autosave }) {
  const { t } = useTranslation()
  if (autosave.state !== 'conflict') return null
  const actions = (
    <span className="flex gap-2">
      <Button size="compact" onClick={() => void autosave.load()}>
        {t('mail.compose.loadOther')}
      </Button>
      <Button size="compact" onClick={() => void autosave.overwrite()}>
        {t('mail.compose.keepMine')}
      </Button>
    </span>
  )
  return (
    <Alert tone="warning" title={t('mail.compose.conflict')} action={actions}>
      {t('mail.compose.conflictHelp')}
    </Alert>
  )
}
