/**
 * What makes PNG of SVG: an optional package, without which the service has no pictures.
 *
 * @packageDocumentation
 */

/** @returns PNG. */
export type Rasterise = (svg: string) => Promise<Uint8Array>

/**
 * Loads the rasteriser; undefined where it is not installed.
 *
 * @param fontFiles - the only fonts that are used.
 */
export async function loadRasteriser(fontFiles: readonly string[]): Promise<Rasterise | undefined> {
  try {
    const { renderAsync } = await import('@resvg/resvg-js')
    const font = { fontFiles: [...fontFiles], loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' }
    // In a thread of its own: what is served in the meantime does not wait.
    return async svg => (await renderAsync(svg, { font, logLevel: 'off' })).asPng()
  } catch {
    return undefined
  }
}
