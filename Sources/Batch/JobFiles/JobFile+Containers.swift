import Comparison
import Files
import Rendering
import StrictJSON

extension JobFile {
  /// An indexed Job, for Kubernetes from 1.29 on; each pod finds its number in JOB_COMPLETION_INDEX.
  static func kubernetes(_ request: JobRequest) -> String {
    let words = (request.shardWords + ["--shards", "\(request.shards)"])
      .map { JSONWriter.literal($0) }.joined(separator: ", ")
    return """
      # Afterwards, where the volume is mounted: \(request.mergeCommand)
      apiVersion: batch/v1
      kind: Job
      metadata:
        name: twheader-batch
      spec:
        completionMode: Indexed
        completions: \(request.shards)
        parallelism: \(request.shards)
        backoffLimitPerIndex: 2
        podFailurePolicy:
          rules:
            - action: FailIndex
              onExitCodes:
                containerName: twheader
                operator: In
                values: [1, 64, 65, 66, 70, 73]
        template:
          spec:
            restartPolicy: Never
            containers:
              - name: twheader
                image: \(JSONWriter.literal(request.image))
                command: [\(words)]
                workingDir: /batch
                resources:
                  requests: {cpu: "\(request.jobs)"}
                volumeMounts:
                  - {name: batch, mountPath: /batch}
            volumes:
              - name: batch
                persistentVolumeClaim: {claimName: twheader-batch}

      """
  }

  /// A job definition and the array that runs it; each job finds its number in
  /// AWS_BATCH_JOB_ARRAY_INDEX.
  static func awsBatch(_ request: JobRequest) -> String {
    let definition = JSONWriter.object(layout: .indented) { object in
      object.member("jobDefinitionName", "twheader-batch")
      object.member("type", "container")
      object.object("containerProperties") { container in
        container.member("image", request.image)
        container.member(
          "command",
          request.shardWords
            + (request.shards > 1 ? ["--shards", "\(request.shards)"] : ["--shard", "1/1"]))
        container.array("resourceRequirements") { list in
          for (type, value) in [("VCPU", "\(request.jobs)"), ("MEMORY", "\(2048 * request.jobs)")] {
            list.object { object in
              object.member("type", type)
              object.member("value", value)
            }
          }
        }
      }
      object.object("retryStrategy") { retry in
        retry.member("attempts", 3)
        retry.array("evaluateOnExit") { list in
          // Five conditions at most; a pattern may end in a star.
          for (status, action) in [
            ("1", "EXIT"), ("6*", "EXIT"), ("70", "EXIT"), ("73", "EXIT"), ("*", "RETRY"),
          ] {
            list.object { object in
              object.member("onExitCode", status)
              object.member("action", action)
            }
          }
        }
      }
    }
    // An array has at least two jobs.
    let array = request.shards > 1 ? " --array-properties size=\(request.shards)" : ""
    return """
      #!/bin/sh
      # usage: sh FILE JOB_QUEUE; afterwards: \(request.mergeCommand)
      set -eu
      aws batch register-job-definition --cli-input-json "$(cat <<'END'
      \(definition)
      END
      )"
      aws batch submit-job --job-name twheader-batch --job-definition twheader-batch \\
        --job-queue "$1"\(array)

      """
  }
}
