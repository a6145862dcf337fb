export { type Certificate, type CertificateInput, certificate } from './certificate.ts';
export { type SampleComplexity, type SampleComplexityInput, sampleComplexity } from './sample-complexity.ts';
