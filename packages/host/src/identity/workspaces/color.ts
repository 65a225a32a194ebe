import { Problem } from '@host/plugin'

/** A color in its stored form. @throws Problem `invalid_input` */
export function colorOf(text: string): string {
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase()
  throw new Problem('invalid_input', {
    errors: [
      {
        path: 'accent',
        message: {
          en: 'Enter a color like #1f6feb.',
          zh: '请将颜色写成 # 加六位数字或字母 a 至 f。',
        },
      },
    ],
  })
}
