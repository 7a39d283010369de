// NODE_OPTIONS='--import ./traces.js' drawaudit serve: sends spans to an OpenTelemetry collector, by OTLP over HTTP.
// OTEL_EXPORTER_OTLP_ENDPOINT says where it is (http://localhost:4318), OTEL_TRACES_SAMPLER_ARG which part of all traces is
// kept (1, all of them).
import process from 'node:process'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node'

const { OTEL_TRACES_SAMPLER_ARG: part = '1' } = process.env
const provider = new NodeTracerProvider({
  sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(Number(part)) }),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
})
provider.register()

// What was not sent yet goes before the program ends.
process.once('beforeExit', () => void provider.shutdown())
