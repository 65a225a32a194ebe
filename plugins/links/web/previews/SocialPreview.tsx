import { useState } from 'react'
import { Alert, Button, ErrorNote, Form, Panel, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { changeLink, listLinks, readLink, suggestPreview, type Link } from '../../shared.ts'
import { PreviewCard } from './PreviewCard.tsx'
import { PreviewPicture } from './PreviewPicture.tsx'

/** Title, description and picture that messengers and social networks show of a link. */
export function SocialPreview({ link }: { readonly link: Link }) {
  const { t } = useTranslation()
  const [taken, setTaken] = useState<Texts>()
  // Texts of the target replace those of the form each time they are taken.
  const [times, setTimes] = useState(0)
  function take(texts: Texts) {
    setTaken(texts)
    setTimes(times + 1)
  }
  return (
    <Panel title={t('links.preview.title')} description={t('links.preview.help')}>
      <div className="flex flex-col gap-4">
        {link.hasPassword && <Alert tone="info">{t('links.preview.hidden')}</Alert>}
        <PreviewPicture link={link} />
        <TakeTexts id={link.id} isTaken={taken !== undefined} onTaken={take} />
        <PreviewForm key={times} link={link} taken={taken} onSaved={() => setTaken(undefined)} />
      </div>
    </Panel>
  )
}

type Texts = Pick<Link, 'previewTitle' | 'previewDescription'>

interface TakeTextsProps {
  readonly id: string
  /** Whether the form has texts of the target that are not saved. */
  readonly isTaken: boolean
  readonly onTaken: (texts: Texts) => void
}

function TakeTexts({ id, isTaken, onTaken }: TakeTextsProps) {
  const { t } = useTranslation()
  const [isEmpty, setEmpty] = useState(false)
  const { mutate, error, isPending } = useMutation(suggestPreview, {
    onSuccess: (texts) => {
      const isNothing = texts.previewTitle === '' && texts.previewDescription === ''
      setEmpty(isNothing)
      if (!isNothing) onTaken(texts)
    },
  })
  const result = isEmpty ? t('links.preview.nothing') : isTaken ? t('links.preview.taken') : ''
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button icon="download" busy={isPending} onClick={() => mutate({ id })}>
          {t('links.preview.take')}
        </Button>
        <p role="status" className="min-w-0 flex-1 basis-48 text-sm text-muted">
          {isPending || error !== null ? '' : result}
        </p>
      </div>
      <ErrorNote error={error} />
    </div>
  )
}

interface PreviewFormProps {
  readonly link: Link
  readonly taken: Texts | undefined
  readonly onSaved: () => void
}

function PreviewForm({ link, taken, onSaved }: PreviewFormProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const { id, previewTitle, previewDescription } = link
  const { mutateAsync } = useMutation(changeLink, {
    invalidates: [readLink, listLinks],
    onSuccess: () => toast({ tone: 'positive', title: t('links.preview.saved') }),
  })
  return (
    <Form
      source={changeLink}
      fields={{
        previewTitle: { label: t('links.name'), hint: t('links.preview.titleHint'), control: 'text' },
        previewDescription: { label: t('links.preview.description'), control: 'textarea' },
      }}
      values={taken ?? { previewTitle, previewDescription }}
      submitLabel={t('links.preview.save')}
      onSubmit={async (input) => {
        await mutateAsync({ ...input, id })
        onSaved()
      }}
    >
      {(input) => <PreviewCard link={link} title={input.previewTitle} description={input.previewDescription} />}
    </Form>
  )
}
