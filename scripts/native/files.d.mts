import type { Document, Element } from '@xmldom/xmldom'

export declare const ROOT: string
export declare const APP: string
export declare const ANDROID: string
export declare const RES: string
export declare const IOS: string
export declare const LOCALES: readonly string[]
export declare const GENERATED: readonly string[]
export declare function readText(...path: string[]): string
export declare function readJson<T>(...path: string[]): T
export declare function filesIn(folder: string): string[]
export declare function parseXml(text: string): Document
export declare function elementsOf(node: Document | Element, name: string): Element[]
export declare function pngOf(png: Buffer): { width: number; height: number; hasAlpha: boolean }
export declare function nativePackages(system: 'android' | 'ios'): string[]
