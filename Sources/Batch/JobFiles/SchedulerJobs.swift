import FileAccess
import StrictJSON

extension JobFile {
  /// `sbatch` hands TERM to the script 20 s before the end of the time; the run then writes what it
  /// has and ends with 75. `--requeue` covers lost nodes, the script itself what ended too early.
  static func slurm(_ request: JobRequest) -> String {
    """
    #!/bin/bash
    #SBATCH --job-name=twheader-batch
    #SBATCH --array=1-\(request.shards)
    #SBATCH --ntasks=1 --cpus-per-task=\(request.jobs)
    #SBATCH --requeue --open-mode=append
    #SBATCH --signal=B:TERM@20
    #SBATCH --output=twheader-batch-%A_%a.log
    # Afterwards: \(request.mergeCommand)
    \(request.shardCommand) --shards \(request.shards) & child=$!
    trap 'kill -TERM "$child" 2>/dev/null' TERM
    wait "$child"; status=$?
    # A signal ends the first wait; what the run itself came to is asked for again.
    while kill -0 "$child" 2>/dev/null; do wait "$child"; status=$?; done
    if { [ $status -eq 74 ] || [ $status -eq 75 ] || [ $status -gt 128 ]; } &&
      [ "${SLURM_RESTART_COUNT:-0}" -lt 2 ]; then
      task="${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}"
      # The requeue ends this script; a controller that is away is asked again.
      for _ in 1 2 3 4 5 6; do
        # What was cancelled (scancel) is not wanted back.
        case $(squeue -h -j "$task" -o %t) in CG | CA) break ;; esac
        scontrol requeue "$task" && sleep 60
        sleep 10
      done
    fi
    exit $status

    """
  }
}

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
