import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Modal } from '../components/Modal.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { MappingOptions } from './import-file.ts'
import type { ImportCsvProps } from './ImportCsv.tsx'
import { ImportSteps } from './ImportSteps.tsx'

export interface ImportDialogProps extends ImportCsvProps, MappingOptions {}

/** The button of an import, and its dialog. */
export function ImportDialog(props: ImportDialogProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button icon="upload" onClick={() => setOpen(true)}>
        {t('sdk.import.open')}
      </Button>
      <Modal open={isOpen} onClose={close} title={props.title} size="large">
        <ImportSteps {...props} onClose={close} />
      </Modal>
    </>
  )
}
