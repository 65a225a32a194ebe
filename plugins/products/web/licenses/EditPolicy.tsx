import { useState, type SubmitEvent } from 'react'
import {
  Button,
  ErrorNote,
  Field,
  formErrors,
  Input,
  Modal,
  Select,
  useMutation,
  useTranslation,
  DialogActions,
} from '@host/plugin-sdk'
import {
  fingerprintPolicies,
  licenseLimits,
  readLicensePolicy,
  writeLicensePolicy,
  type LicensePolicy,
} from '../../shared.ts'

import { namesOf } from './TermControls.tsx'

export interface EditPolicyProps {
  readonly productId: string
  /** Null for a product without licenses. */
  readonly policy: LicensePolicy | null
  readonly onClose: () => void
}

/** Sets the terms of the licenses of a product; limits of a program stay as they are. */
export function EditPolicy({ productId, policy, onClose }: EditPolicyProps) {
  const { t } = useTranslation()
  const [terms, setTerms] = useState(() => draftOf(policy))
  const { mutate, error, isPending } = useMutation(writeLicensePolicy, {
    invalidates: [readLicensePolicy],
    onSuccess: onClose,
  })
  const entitlements = namesOf(terms.entitlements)
  const names = entitlements.map((_, at) => `entitlements.${at}`)
  const { fields, rest } = formErrors(error, ['maxMachines', 'validDays', 'entitlements', ...names])
  const wrongName = fields['entitlements'] ?? names.map((name) => fields[name]).find((text) => text !== undefined)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending) return
    const [maxMachines, validDays] = [numberOf(terms.maxMachines), numberOf(terms.validDays)]
    mutate({ productId, fingerprint: terms.fingerprint, entitlements, maxMachines, validDays })
  }
  return (
    <Modal open onClose={onClose} title={t('products.policy.set')} description={t('products.policy.setMeans')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <PolicyFields terms={terms} errors={{ ...fields, entitlements: wrongName }} onChange={setTerms} />
        <ErrorNote error={rest} />
        <DialogActions>
          <Button onClick={onClose}>{t('products.cancel')}</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {t('products.discounts.save')}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  )
}

type PolicyDraft = ReturnType<typeof draftOf>

interface PolicyFieldsProps {
  readonly terms: PolicyDraft
  readonly errors: Readonly<Partial<Record<string, string | undefined>>>
  readonly onChange: (terms: PolicyDraft) => void
}

function PolicyFields({ terms, errors, onChange }: PolicyFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Field label={t('products.licenses.validOn')}>
        <Select
          value={terms.fingerprint}
          options={fingerprintPolicies.map((value) => ({
            value,
            label: t(`products.licenses.fingerprint.${value}`),
          }))}
          onChange={(fingerprint) => onChange({ ...terms, fingerprint })}
        />
      </Field>
      <NumberField
        name="maxMachines"
        max={licenseLimits.machines}
        value={terms.maxMachines}
        error={errors['maxMachines']}
        onChange={(maxMachines) => onChange({ ...terms, maxMachines })}
      />
      <NumberField
        name="validDays"
        max={licenseLimits.validDays}
        value={terms.validDays}
        error={errors['validDays']}
        onChange={(validDays) => onChange({ ...terms, validDays })}
      />
      <Field
        label={t('products.licenses.includes')}
        hint={t('products.policy.includesHint')}
        error={errors['entitlements']}
        optional
      >
        <Input
          name="entitlements"
          value={terms.entitlements}
          maxLength={licenseLimits.entitlements * (licenseLimits.name + 2)}
          autoComplete="off"
          onChange={(event) => onChange({ ...terms, entitlements: event.target.value })}
        />
      </Field>
    </>
  )
}

interface NumberFieldProps {
  readonly name: 'maxMachines' | 'validDays'
  readonly max: number
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

function NumberField({ name, max, value, error, onChange }: NumberFieldProps) {
  const { t } = useTranslation()
  return (
    <Field label={t(`products.policy.${name}`)} hint={t(`products.policy.${name}Hint`)} error={error} optional>
      <Input
        name={name}
        type="number"
        min={1}
        max={max}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

function draftOf(policy: LicensePolicy | null) {
  return {
    fingerprint: policy?.fingerprint ?? fingerprintPolicies[0],
    maxMachines: textOf(policy?.maxMachines),
    validDays: textOf(policy?.validDays),
    entitlements: policy?.entitlements.join(', ') ?? '',
  }
}

function textOf(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}

function numberOf(text: string): number | null {
  return text === '' ? null : Number(text)
}
