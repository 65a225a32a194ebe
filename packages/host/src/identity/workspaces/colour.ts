import { Problem } from '@host/plugin'

/** A colour in its stored form. @throws Problem `invalid_input` */
export function colourOf(text: string): string {
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase()
  throw new Problem('invalid_input', {
    errors: [
      {
        path: 'accent',
        message: {
          en: 'Write the colour as # and six digits or letters from a to f.',
          zh: '请将颜色写成 # 加六位数字或字母 a 至 f。',
        },
      },
    ],
  })
}
