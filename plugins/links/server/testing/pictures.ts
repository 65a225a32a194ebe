/** Pictures of 37 by 21 pixels. */
const texts = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAACUAAAAVCAIAAABOhrD5AAAAJklEQVR4nGM8IWfDQEfARE/LRu0btW/UvlH7Ru0btW/UvlH7qAAAMW0BTGz0GRcAAAAASUVORK5CYII=',
  /** Progressive, with a segment of Exif in front. */
  jpeg: '/9j/4AAQSkZJRgABAQAAAQABAAD/4QAcRXhpZgAAeHh4eHh4eHh4eHh4eHh4eHh4eHj/2wBDAP//////////////////////////////////////////////////////////////////////////////////////2wBDAf//////////////////////////////////////////////////////////////////////////////////////wgARCAAVACUDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAH/xAAVAQEBAAAAAAAAAAAAAAAAAAAAAf/aAAwDAQACEAMQAAABgUAAAAD/xAAUEAEAAAAAAAAAAAAAAAAAAAAw/9oACAEBAAEFAn//xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oACAEDAQE/AV//xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oACAECAQE/AV//xAAUEAEAAAAAAAAAAAAAAAAAAAAw/9oACAEBAAY/An//xAAUEAEAAAAAAAAAAAAAAAAAAAAw/9oACAEBAAE/IX//2gAMAwEAAgADAAAAEPffffff/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAwEBPxBf/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAgEBPxBf/8QAFBABAAAAAAAAAAAAAAAAAAAAMP/aAAgBAQABPxB//9k=',
  webp: 'UklGRkIAAABXRUJQVlA4IDYAAAAwAwCdASolABUAP83m7XA/uDIrJWgD8DmJZwDLLA8Kvu4AAP7Qx7//WuVtoBJrErbLdAAAAAA=',
  losslessWebp: 'UklGRh4AAABXRUJQVlA4TBEAAAAvJAAFAAdQjyKXp/+BiOh/AAA=',
  /** With transparency. */
  extendedWebp:
    'UklGRmYAAABXRUJQVlA4WAoAAAAQAAAAJAAAFAAAQUxQSAoAAAABB1CoiAhERP8DVlA4IDYAAAAwAwCdASolABUAP83m7XA/uDIrJWgD8DmJZwDLLA8Kvu4AAP7Qx7//WuVtoBJrErbLdAAAAAA=',
} as const

export type PictureName = keyof typeof texts

export const pictureNames = Object.keys(texts) as PictureName[]

/** The bytes of a picture. */
export function picture(name: PictureName): Buffer<ArrayBuffer> {
  return Buffer.from(texts[name], 'base64')
}

/** A PNG that states other sides. */
export function pngOf(width: number, height: number): Buffer<ArrayBuffer> {
  const png = picture('png')
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}
