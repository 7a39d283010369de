/**
 * Reads QR codes as a camera sees them: by a program that did not draw them.
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const reader = readFileSync(createRequire(import.meta.url).resolve('jsqr'), 'utf8')

/**
 * What a picture says; undefined where it is no QR code.
 *
 * @param camera - a page of any kind.
 * @param url - of the picture, `data:`.
 * @param size - pixels of its sides; those it has when left out.
 */
export async function readQrCode(camera: Page, url: string, size?: number): Promise<string | undefined> {
  await camera.evaluate(reader)
  return camera.evaluate(`(async () => {
    const image = new Image()
    image.src = ${JSON.stringify(url)}
    await image.decode()
    const canvas = document.createElement('canvas')
    const width = (canvas.width = ${size ?? 'image.naturalWidth'})
    const height = (canvas.height = ${size ?? 'image.naturalHeight'})
    const context = canvas.getContext('2d')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(image, 0, 0, width, height)
    return jsQR(context.getImageData(0, 0, width, height).data, width, height)?.data
  })()`)
}
