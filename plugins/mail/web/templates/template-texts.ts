import type { Template, TemplateVariant } from '../../shared.ts'

/** The texts of a template as its form has them; a variant without any text is left out. */
export interface TemplateTexts {
  readonly name: string
  readonly slug: string
  readonly en: VariantTexts
  readonly zh: VariantTexts
}

export interface VariantTexts {
  readonly subject: string
  readonly text: string
  /** Empty where it is made from the text. */
  readonly html: string
}

const none: VariantTexts = { subject: '', text: '', html: '' }

export function textsOf(template: Template | undefined): TemplateTexts {
  const texts = (variant: TemplateVariant | null | undefined): VariantTexts =>
    variant === null || variant === undefined ? none : { ...variant, html: variant.html ?? '' }
  return {
    name: template?.name ?? '',
    slug: template?.slug ?? '',
    en: texts(template?.en),
    zh: texts(template?.zh),
  }
}

export function inputOf({ name, slug, en, zh }: TemplateTexts) {
  return { name, slug, en: variantOf(en), zh: variantOf(zh) }
}

function variantOf({ subject, text, html }: VariantTexts): TemplateVariant | null {
  return subject === '' && text === '' && html === '' ? null : { subject, text, html: html === '' ? null : html }
}
