import { useState } from 'react'
import { Alert, Button, downloadFile, Modal, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { markPrinted, readLink, type Link } from '../../shared.ts'
import { QrFields } from './QrFields.tsx'
import { QrPreview } from './QrPreview.tsx'
import { colorProblem } from './qr-colors.ts'
import { readDesign, usualDesign } from './qr-design.ts'
import { pngFile, svgFile, Unreadable } from './qr-files.ts'

export interface QrDialogProps {
  readonly link: Link
  readonly onClose: () => void
}

/** Designs the QR code of a link, and downloads it. A link whose code was downloaded may be on paper, which is noted. */
export default function QrDialog({ link, onClose }: QrDialogProps) {
  const { t } = useTranslation()
  const [design, setDesign] = useState(usualDesign)
  const { logo, size } = design
  const options = readDesign(design)
  const problem = options && colorProblem(options)
  const download = useDownload(link)
  const isReady = options !== undefined && problem === undefined
  const button = (label: string, draw: typeof pngFile | typeof svgFile) => (
    <Button
      icon="download"
      disabled={!isReady}
      onClick={() => void download((name) => draw(name, { value: link.shortUrl, options: options ?? {}, logo, size }))}
    >
      {label}
    </Button>
  )
  return (
    <Modal
      open
      onClose={onClose}
      title={t('links.qr.title')}
      description={link.shortUrl}
      footer={
        <>
          {button('PNG', pngFile)}
          {button('SVG', svgFile)}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <QrPreview
          value={link.shortUrl}
          options={options ?? {}}
          logo={logo}
          label={t('links.qr.of', { name: `${link.host}/${link.slug}` })}
        />
        {problem !== undefined && <Alert tone="warning" title={t(`links.qr.${problem}`)} />}
        <QrFields design={design} onChange={setDesign} />
        <p className="text-sm text-muted">{t('links.qr.printed')}</p>
      </div>
    </Modal>
  )
}

/** Marks the link before the file is handed over: an address on paper must not be given to another link. */
function useDownload(link: Link) {
  const toast = useToast()
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(markPrinted, { invalidates: [readLink] })
  return async (draw: (name: string) => File | Promise<File>) => {
    try {
      const file = await draw(link.slug.replaceAll('/', '-'))
      await mutateAsync({ id: link.id })
      downloadFile(file)
    } catch (error) {
      toast({ tone: 'danger', title: t(error instanceof Unreadable ? 'links.qr.unreadable' : 'links.qr.failed') })
    }
  }
}
